import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SideResult } from '../../../src/equivalence/cases/case.ts';
import { describeSide, describeValue } from '../../../src/equivalence/evidence/describe.ts';
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

test('of two long records, the fields that differ are shown', () => {
  const byte = { kind: 'integer', bits: 8, signed: false } as const;
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const shape = {
    kind: 'record',
    name: 'eight',
    fields: names.map((name) => ({ name, shape: byte })),
  } as const;
  const one = names.map((_, at) => BigInt(at));
  const other = one.with(2, 9n).with(6, 9n);
  expect(describeValue(shape, one, other)).toBe('{ c: 2, g: 6, … 6 the same }');
  expect(describeValue(shape, one)).toBe('{ a: 0, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7 }');
});

test('of two long texts that were printed, the part that differs is shown', () => {
  const shape = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } } as const;
  const slot = { name: 'stdout', shape, outlivesProcess: true };
  const side = (text: string): SideResult => ({
    ...{ kind: 'returned', steps: [[Buffer.from(text)]] },
  });
  const [c, rust] = [side(`${'x'.repeat(300)}12.5`), side(`${'x'.repeat(300)}12.4`)];
  const one = { steps: [{ call: 0, inputs: [], handles: [] }] };
  expect(describeSide(one, c, rust, { step: 0, slot: 0 }, [[slot]])).toBe(
    'stdout = … 287 bytes the same, then "xxxxxxxxxxxxx12.5" … 304 bytes in all',
  );
});
