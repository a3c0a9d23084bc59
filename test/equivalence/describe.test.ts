import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeValue } from '../../src/equivalence/describe.ts';
import { toBits } from '../../src/equivalence/inputs/floats.ts';

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
