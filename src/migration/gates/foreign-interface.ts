import type { Crate } from '../../code/rust/crate/crate.ts';
import { type GateResult, resultOfFaults } from './gate-result.ts';
import { locationsIn } from './locations-in.ts';

const C_TYPES =
  /^(?:c_(?:char|schar|uchar|short|ushort|int|uint|long|ulong|longlong|ulonglong|float|double|void)|CStr|CString|libc)$/;
const EXPORTS = /^#!?\[\s*(?:unsafe\s*\()?\s*(?:no_mangle|export_name|link_section|used)\b/;

/** Fails the C interface within the crate: `extern "C"`, exported names, the types of C. */
export function foreignInterface(crate: Crate): GateResult {
  const faults = locationsIn(crate, (file, node) => {
    const text = file.tree.textOf(node);
    if (node.type === 'extern_modifier') return `${text}: the interface of C`;
    if (node.parent?.type === 'token_tree' && text === 'extern') return 'extern in a macro';
    if (/attribute_item$/.test(node.type) && EXPORTS.test(text))
      return `${text} exports a name to C`;
    if (/^(?:type_)?identifier$/.test(node.type) && C_TYPES.test(text))
      return `${text}, a type of C`;
    return undefined;
  });
  return resultOfFaults('foreign interface', faults, 'no interface of C');
}
