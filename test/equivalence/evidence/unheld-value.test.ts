import { expect, test } from '@jest/globals';
import type { IntegerShape } from '../../../src/equivalence/cases/shape.ts';
import { unheldValue } from '../../../src/equivalence/evidence/unheld-value.ts';

const BYTE: IntegerShape = {
  ...{ kind: 'integer', bits: 32, signed: true },
  holds: { least: 0n, most: 255n, rust: 'u8' },
};

test.each([
  [-16n, '-16 in a u8'],
  [-1n, '-1 in a u8'],
  [0n, undefined],
  [255n, undefined],
  [256n, '256 in a u8'],
])('%s of the C is not held: %s', (value, expected) => {
  expect(unheldValue(BYTE, value)).toBe(expected);
  expect(unheldValue({ kind: 'nullable', of: BYTE }, value)).toBe(expected);
});

test('what has no bounds holds everything, as does what is not there', () => {
  const { holds: _, ...all } = BYTE;
  expect(unheldValue(all, 256n)).toBeUndefined();
  expect(unheldValue({ kind: 'nullable', of: BYTE }, null)).toBeUndefined();
});
