import { expect, test } from '@jest/globals';
import {
  codePair,
  countPair,
  signed8Pair,
  signed32Pair,
  unsigned8Pair,
} from '../../../src/equivalence/result/integer-pairs.ts';

test.each([
  ['a character', signed8Pair, { bits: 8, signed: true, rust: 'i8', isByte: true }],
  ['errno', signed32Pair, { bits: 32, signed: true, rust: 'i32', isByte: false }],
  ['a truth value', unsigned8Pair, { bits: 8, signed: false, rust: 'u8', isByte: false }],
  ['a count', countPair, { bits: 64, signed: false, rust: 'usize', isByte: false }],
  ['a code', codePair(16, true), { bits: 16, signed: true, rust: 'i64', isByte: false }],
  ['a flag', codePair(32, false), { bits: 32, signed: false, rust: 'i64', isByte: false }],
])('%s is compared as an integer of its width', (_, pair, expected) => {
  expect(pair).toEqual({ kind: 'integer', ...expected });
});
