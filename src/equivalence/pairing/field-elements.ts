import type { ClangCType } from '../../code/clang/types.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { Pair } from './pair.ts';

/** So many elements at most are given behind a record. */
const FLEXIBLE_ROOM = 64;

/**
 * The pair of a field; an array that Rust has as a `Vec` is a list with so much room.
 * @param isLast whether it is the last field of its record: an array there may have no length
 */
export function fieldElements(
  c: ClangCType,
  rust: RustApiType,
  isLast: boolean,
  next: (c: ClangCType, rust: RustApiType) => Pair,
): Pair {
  if (c.kind !== 'array') return next(c, rust);
  // `T x[]`, and `T x[0]` of older C.
  const isFlexible = isLast && (c.length ?? 0) === 0;
  if (!isFlexible && (c.length === undefined || rust.kind !== 'vec')) return next(c, rust);
  const pair = next({ kind: 'pointer', to: c.of, isConst: false }, rust);
  if (pair.kind !== 'list') return pair;
  return isFlexible
    ? { ...pair, room: FLEXIBLE_ROOM, isFlexible: true }
    : { ...pair, room: c.length };
}
