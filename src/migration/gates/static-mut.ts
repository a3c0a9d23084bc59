import type { Crate } from '../../code/rust/crate/crate.ts';
import { type GateResult, resultOfFaults } from './gate-result.ts';
import { locationsIn } from './locations-in.ts';

/** Fails global variables that anyone may change: `static mut`, in macros too. */
export function staticMut(crate: Crate): GateResult {
  const faults = locationsIn(crate, (file, node) => {
    const isStatic =
      node.type === 'static_item' || (node.type === 'static' && node.parent?.type === 'token_tree');
    const start = file.tree.text.slice(node.start, node.start + 200);
    const name = /^(?:pub(?:\([^)]*\))?\s+)?static\s+mut\s+([\w$]+)/.exec(start)?.[1];
    return isStatic && name !== undefined ? `static mut ${name}` : undefined;
  });
  return resultOfFaults('static mut', faults, 'no global variable that anyone may change');
}
