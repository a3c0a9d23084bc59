import type { Crate } from '../../code/rust/crate/crate.ts';
import { type GateResult, resultOfFaults } from './gate-result.ts';
import { locationsIn } from './locations-in.ts';

const REINTERPRETS =
  /^(?:transmute(?:_copy|_unchecked)?|zeroed|uninit|uninitialized|assume_init\w*|union)$/;

/** Fails what takes bytes for a value of another type: `transmute`, `zeroed`, unions. */
export function transmute(crate: Crate): GateResult {
  const faults = locationsIn(crate, (file, node) => {
    if (node.type === 'union_item') return 'a union';
    const text = file.tree.textOf(node);
    const isDefinition = node.field === 'name' && /_item$/.test(node.parent?.type ?? '');
    const isName = /^(?:field_)?identifier$/.test(node.type) && !isDefinition;
    return isName && REINTERPRETS.test(text) ? `${text}, which reinterprets bytes` : undefined;
  });
  return resultOfFaults('transmute', faults, 'no bytes are reinterpreted');
}
