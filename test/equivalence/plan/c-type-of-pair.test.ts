import { expect, test } from '@jest/globals';
import { NotComparable } from '../../../src/equivalence/not-comparable.ts';
import type { IntegerPair, Pair } from '../../../src/equivalence/pairing/pair.ts';
import { cTypeNameOfPair } from '../../../src/equivalence/plan/c-type-of-pair.ts';

const integer = (bits: IntegerPair['bits'], signed: boolean): IntegerPair => {
  return { kind: 'integer', bits, signed, rust: 'i32', isByte: false };
};

test.each<[string, Pair, string]>([
  ['a signed integer', integer(32, true), 'rw_i32'],
  ['an unsigned one', integer(64, false), 'rw_u64'],
  ['a float', { kind: 'float', bits: 64 }, 'rw_f64'],
  ['a boolean', { kind: 'boolean' }, 'rw_u8'],
])('%s has a name in the driver of the C', (_what, pair, name) => {
  expect(cTypeNameOfPair(pair)).toBe(name);
});

test('what C cannot take by value has none', () => {
  for (const kind of ['files', 'end', 'descriptor'] as const) {
    expect(() => cTypeNameOfPair({ kind })).toThrow(NotComparable);
    expect(() => cTypeNameOfPair({ kind })).toThrow(kind);
  }
});
