import type { ClangCType } from '../../code/clang/types.ts';

/** The size of a number in bytes; undefined for what is none. */
export function scalarSize(type: ClangCType): number | undefined {
  if (type.kind === 'integer' || type.kind === 'float' || type.kind === 'enum')
    return type.bits / 8;
  if (type.kind === 'boolean') return 1;
  return type.kind === 'array' ? scalarSize(type.of) : undefined;
}
