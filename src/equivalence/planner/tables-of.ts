import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { isSameType } from '../pairing/same-type.ts';

/** The arrays of a unit's file scope whose elements are of a type. */
export function tablesOf({ globals }: ClangUnit, of: ClangCType) {
  return globals.flatMap(({ name, type, within }) => {
    const isOne = within === undefined && type.kind === 'array' && isSameType(type.of, of);
    return isOne && type.length !== undefined ? [{ name, length: type.length }] : [];
  });
}
