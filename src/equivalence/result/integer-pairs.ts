import type { IntegerPair } from '../pairing/pair.ts';

/*
 * Pairs of codes, counts and `errno`, for which no Rust type is written anywhere.
 */

export const signed8Pair = integerPair(8, 'i8', true);
export const signed32Pair = integerPair(32, 'i32');
export const unsigned8Pair = integerPair(8, 'u8');
/** A number of elements. */
export const countPair = integerPair(64, 'usize');

/** A code of any width, as Rust compares it. */
export function codePair(bits: IntegerPair['bits'], signed: boolean): IntegerPair {
  return { ...integerPair(bits, 'i64'), signed };
}

function integerPair(bits: IntegerPair['bits'], rust: string, isByte = false): IntegerPair {
  return { kind: 'integer', bits, signed: rust.startsWith('i'), rust, isByte };
}
