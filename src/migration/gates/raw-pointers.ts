import type { Crate } from '../../code/rust/crate/crate.ts';
import { type GateResult, resultOfFaults } from './gate-result.ts';
import { locationsIn } from './locations-in.ts';

const MAKES =
  /^(?:as_ptr|as_mut_ptr|from_raw_parts(?:_mut)?|into_raw|from_raw|addr_of(?:_mut)?|null(?:_mut)?|NonNull|UnsafeCell)$/;

/** Fails raw pointers, as types and as calls that make them: Rust has slices and references. */
export function rawPointers(crate: Crate): GateResult {
  const faults = locationsIn(crate, (file, node) => {
    const text = file.tree.textOf(node);
    if (node.type === 'pointer_type') return `the raw pointer type ${text}`;
    if (node.type === 'reference_expression' && /^&\s*raw\s+(?:const|mut)\b/.test(text)) {
      return `the raw pointer ${text}`;
    }
    const isName =
      /^(?:type_|field_)?identifier$/.test(node.type) && node.parent?.type !== 'function_item';
    if (isName && MAKES.test(text)) return `${text}, which makes raw pointers`;
    const isInMacro = node.type === '*' && node.parent?.type === 'token_tree';
    if (
      isInMacro &&
      /^\*\s*(?:const|mut)\b/.test(file.tree.text.slice(node.start, node.start + 12))
    ) {
      return 'a raw pointer type in a macro';
    }
    return undefined;
  });
  return resultOfFaults('raw pointers', faults, 'no raw pointers');
}
