import type { Crate } from '../../code/rust/crate/crate.ts';
import { type GateResult, judged } from './gate-result.ts';
import { placesIn } from './places-in.ts';

const REINTERPRETS =
  /^(?:transmute(?:_copy|_unchecked)?|zeroed|uninit|uninitialized|assume_init\w*|union)$/;

/** Fails what takes bytes for a value of another type: `transmute`, `zeroed`, unions. */
export function transmute(crate: Crate): GateResult {
  const faults = placesIn(crate, (file, node) => {
    if (node.type === 'union_item') return 'a union';
    const text = file.tree.textOf(node);
    const isDefinition = node.field === 'name' && /_item$/.test(node.parent?.type ?? '');
    const isName = /^(?:field_)?identifier$/.test(node.type) && !isDefinition;
    return isName && REINTERPRETS.test(text) ? `${text}, which reinterprets bytes` : undefined;
  });
  return judged('transmute', faults, 'no bytes are reinterpreted');
}
