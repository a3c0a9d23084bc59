import { expect, test } from '@jest/globals';
import type { Slot } from '../../../../src/equivalence/cases/case.ts';
import { parseLength } from '../../../../src/equivalence/cases/length-expression.ts';
import { fitToSlots } from '../../../../src/equivalence/inputs/values/fit.ts';
import { fitsSlots } from '../../../../src/equivalence/inputs/values/fits.ts';

const lengthFrom = parseLength('1 << log');
if (lengthFrom === undefined) throw new Error('no length');
const SLOTS: readonly Slot[] = [
  {
    name: 'all',
    shape: { kind: 'list', of: { kind: 'integer', bits: 16, signed: false } },
    limits: { lengthFrom },
  },
  { name: 'log', shape: { kind: 'integer', bits: 64, signed: false } },
];

test('a list is as long as other values say', () => {
  expect(fitToSlots(SLOTS, [[7n], 2n])).toEqual([[7n, 7n, 7n, 7n], 2n]);
  expect(fitToSlots(SLOTS, [[1n, 2n, 3n], 1n])).toEqual([[1n, 2n], 1n]);
  expect(fitsSlots(SLOTS, [[1n, 2n], 1n])).toBe(true);
  expect(fitsSlots(SLOTS, [[1n, 2n, 3n], 1n])).toBe(false);
});

test('values that would make it too long are made smaller', () => {
  const fitted = fitToSlots(SLOTS, [[], 1n << 40n]);
  expect(fitsSlots(SLOTS, fitted)).toBe(true);
  // Zero bits past the type are no length: the C does not shift so far.
  expect(fitted[1]).toBeLessThanOrEqual(10n);
  expect(fitsSlots(SLOTS, [[], 1n << 40n])).toBe(false);
});
