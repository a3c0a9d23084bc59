import type { ClangCType } from '../../code/clang/types.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';

/** What stands behind a `void *` where Rust has elements of a type; bytes where that says nothing. */
export function scalarBehindVoid(rust: RustApiType): ClangCType {
  if (rust.kind === 'integer') return { ...rust, isCharacter: rust.bits === 8 };
  if (rust.kind === 'float') return rust;
  if (rust.kind === 'array') {
    return { kind: 'array', of: scalarBehindVoid(rust.of), length: rust.length };
  }
  return { kind: 'integer', bits: 8, signed: false, isCharacter: true };
}
