import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AccessExtent } from '../../../../src/code/flow/domain/function-summary.ts';
import { withExtent } from '../../../../src/code/flow/memory/extent-list.ts';

/** So many bytes, where a parameter is at least so much and at most so much. */
function extent(add: number, lo: number, hi = 100): AccessExtent {
  const values = { mayBeZero: lo <= 0, mayBeNonZero: true, isPointer: false };
  const when = [{ parameter: 1, lo, hi, ...values }];
  return { parameter: -1, scale: 0, add, write: false, certain: true, when };
}

function joined(extents: readonly AccessExtent[]): readonly AccessExtent[] {
  return extents.reduce<readonly AccessExtent[]>(withExtent, []);
}

function farthest(extents: readonly AccessExtent[], length: number): number {
  const met = extents.filter(({ when }) =>
    when.every(({ lo, hi }) => lo <= length && length <= hi),
  );
  return Math.max(0, ...met.map(({ add }) => add));
}

test('a list of extents never claims more than one of those that it was made of', () => {
  const any = fc
    .record({ add: fc.nat(20), lo: fc.nat(10), more: fc.nat(10) })
    .map(({ add, lo, more }) => extent(8 * add, lo, lo + more));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), fc.nat(20), (extents, length) => {
      expect(farthest(joined(extents), length)).toBeLessThanOrEqual(farthest(extents, length));
    }),
    { numRuns: 5000 },
  );
});

test('the rounds of a loop that goes further with a greater limit do not all go to the end', () => {
  const rounds = [0, 1, 2, 3, 4, 5, 6].map((round) => extent(8 * (round + 1), round + 1));
  for (const order of [rounds, rounds.toReversed(), [extent(8, 1, 4), ...rounds]])
    expect(farthest(joined(order), 1)).toBeLessThanOrEqual(8);
});

test('one that another covers adds nothing', () => {
  expect(joined([extent(16, 1), extent(8, 2)])).toEqual([extent(16, 1)]);
  expect(joined([extent(8, 2), extent(16, 1)])).toEqual([extent(16, 1)]);
});
