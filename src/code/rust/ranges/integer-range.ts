import { type IntegerType, integerType, pointee, type RustType } from '../items/types.ts';

/**
 * A closed range of integers, never empty. Its ends are exact: those of `u64` are no numbers that a double holds, and
 * a claim such as "does not fit" stands or falls with the last one. Rust has no integer outside of ANY_INTEGER, so no
 * end is infinite.
 */
export interface IntegerRange {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Every integer that some type of Rust holds. */
export const ANY_INTEGER: IntegerRange = { lo: -(2n ** 127n), hi: 2n ** 128n - 1n };

/** No slice, vector or text has more bytes than `isize::MAX`. */
export const LENGTHS: IntegerRange = { lo: 0n, hi: 2n ** 63n - 1n };

export function exactly(value: bigint): IntegerRange {
  return { lo: value, hi: value };
}

/** The one number of a range that has one. */
export function onlyNumber(range: IntegerRange | undefined): bigint | undefined {
  return range !== undefined && range.lo === range.hi ? range.lo : undefined;
}

const ranges = new Map<string, IntegerRange>();

/** What an integer type holds; `usize` as on machines of 64 bits. */
export function rangeOfInteger({ bits, signed }: IntegerType): IntegerRange {
  const key = `${signed} ${bits}`;
  const known = ranges.get(key);
  if (known !== undefined) return known;
  const size = 2n ** BigInt(signed ? bits - 1 : bits);
  const range = signed ? { lo: -size, hi: size - 1n } : { lo: 0n, hi: size - 1n };
  ranges.set(key, range);
  return range;
}

/** What values of a type, or behind references to it, may be; undefined where it is none of integers. */
export function rangeOfType(type: RustType | undefined): IntegerRange | undefined {
  const integer = integerType(pointee(type));
  return integer && rangeOfInteger(integer);
}

/** Whether every number of a range is in another one. */
export function isWithin(range: IntegerRange, outer: IntegerRange): boolean {
  return outer.lo <= range.lo && range.hi <= outer.hi;
}

/** Whether no number is in both. */
function areDisjoint(a: IntegerRange, b: IntegerRange): boolean {
  return a.hi < b.lo || b.hi < a.lo;
}

export function contains({ lo, hi }: IntegerRange, value: bigint): boolean {
  return lo <= value && value <= hi;
}

export function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function greatest(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** The least range that holds both. */
export function joinRanges(a: IntegerRange, b: IntegerRange): IntegerRange {
  return { lo: least(a.lo, b.lo), hi: greatest(a.hi, b.hi) };
}

/** What is in both; undefined where nothing is. */
export function meetRanges(a: IntegerRange, b: IntegerRange): IntegerRange | undefined {
  if (areDisjoint(a, b)) return undefined;
  return { lo: greatest(a.lo, b.lo), hi: least(a.hi, b.hi) };
}
