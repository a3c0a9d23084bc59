import type { ClangCType } from '../../code/clang/types.ts';

/** Whether two C types are the same but for `const`. */
export function isSameType(one: ClangCType, other: ClangCType): boolean {
  switch (one.kind) {
    case 'pointer':
      return other.kind === 'pointer' && isSameType(one.to, other.to);
    case 'array':
      return other.kind === 'array' && one.length === other.length && isSameType(one.of, other.of);
    case 'record':
      return other.kind === 'record' && one.id === other.id;
    case 'integer':
      return other.kind === 'integer' && one.bits === other.bits && one.signed === other.signed;
    case 'enum':
      return other.kind === 'enum' && one.name === other.name;
    case 'float':
      return other.kind === 'float' && one.bits === other.bits;
    case 'boolean':
      return other.kind === 'boolean';
    default:
      return false;
  }
}
