import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeValue } from '../../../src/equivalence/evidence/describe.ts';
import { toBits } from '../../../src/equivalence/inputs/values/floats.ts';

/** Reads a float as people and Rust do. */
function parsed(text: string): number {
  if (text.endsWith('::NAN')) return Number.NaN;
  if (text.endsWith('::INFINITY')) return Number.POSITIVE_INFINITY;
  return text.endsWith('::NEG_INFINITY') ? Number.NEGATIVE_INFINITY : Number(text);
}

test.each([
  [32, fc.float()],
  [64, fc.double()],
] as const)('a float of %i bits is shown so that the same bits are read back', (bits, floats) => {
  fc.assert(
    fc.property(floats, (value) => {
      const text = describeValue({ kind: 'float', bits }, value);
      const read = bits === 32 ? Math.fround(parsed(text)) : parsed(text);
      expect(toBits(bits, read)).toBe(toBits(bits, value));
    }),
    { examples: [[-0], [0], [1]] },
  );
});

test('the sign of a zero is seen', () => {
  expect(describeValue({ kind: 'float', bits: 64 }, -0)).toBe('-0.0');
  expect(
    describeValue({ kind: 'array', of: { kind: 'float', bits: 32 }, length: 2 }, [-0, 0]),
  ).toBe('[-0.0, 0.0]');
});

test('of two long lists, the part that differs is shown', () => {
  const shape = { kind: 'list', of: { kind: 'integer', bits: 32, signed: true } } as const;
  const one = Array.from({ length: 40 }, () => 0n);
  const other = one.with(36, 7n);
  expect(describeValue(shape, one, other)).toBe(
    '[… 32 the same, 0, 0, 0, 0, 0, 0, 0, 0, … 40 in all]',
  );
  expect(describeValue(shape, other, one)).toBe(
    '[… 32 the same, 0, 0, 0, 0, 7, 0, 0, 0, … 40 in all]',
  );
  expect(describeValue(shape, one, one.slice(1))).toMatch(/^\[… 35 the same, .*, … 40 in all\]$/);
  expect(describeValue(shape, one)).toMatch(/^\[0, .*, … 40 in all\]$/);
  expect(describeValue(shape, [1n, 2n], [1n, 3n])).toBe('[1, 2]');
});
