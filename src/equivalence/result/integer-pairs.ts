import type { IntegerPair } from '../pair.ts';

/*
 * Pairs of codes, counts and `errno`, for which no Rust type is written anywhere.
 */

export const signed8: IntegerPair = {
  kind: 'integer',
  bits: 8,
  signed: true,
  rust: 'i8',
  isByte: true,
};

export const signed32: IntegerPair = {
  kind: 'integer',
  bits: 32,
  signed: true,
  rust: 'i32',
  isByte: false,
};

export const unsigned8: IntegerPair = {
  kind: 'integer',
  bits: 8,
  signed: false,
  rust: 'u8',
  isByte: false,
};

/** A number of elements. */
export const count: IntegerPair = {
  kind: 'integer',
  bits: 64,
  signed: false,
  rust: 'usize',
  isByte: false,
};
