import { expect, test } from '@jest/globals';
import {
  parseResults,
  stoppedBy,
  withComparisons,
} from '../../../src/equivalence/run/driver-files.ts';

const CASES = [stoppedBy('one'), stoppedBy('two'), stoppedBy('three')];

/** What a driver notes of a case: its number, how many comparisons, and each of them. */
function noted(
  index: number,
  ...comparisons: readonly (readonly [bigint, bigint, bigint])[]
): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(index);
  head.writeUInt32LE(comparisons.length, 4);
  const parts = comparisons.flat().map((number) => {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(number);
    return part;
  });
  return Buffer.concat([head, ...parts]);
}

test('comparisons are told with the case that they were made in', () => {
  const bytes = Buffer.concat([noted(2, [7n, 1n, 2n], [8n, 3n, 4n]), noted(0)]);
  expect(withComparisons(CASES, bytes)).toEqual([
    { ...CASES[0], comparisons: [] },
    CASES[1],
    {
      ...CASES[2],
      comparisons: [
        { site: 7n, left: 1n, right: 2n },
        { site: 8n, left: 3n, right: 4n },
      ],
    },
  ]);
});

test('of what was cut off, what is whole is told', () => {
  const bytes = Buffer.concat([noted(0, [7n, 1n, 2n]), noted(1, [8n, 3n, 4n])]);
  for (const cut of [1, 24, 25, 31]) {
    const [first, second] = withComparisons(CASES, bytes.subarray(0, bytes.length - cut));
    expect([first?.comparisons?.length, second?.comparisons]).toEqual([1, undefined]);
  }
  expect(withComparisons(CASES, bytes)[1]?.comparisons).toHaveLength(1);
  expect(withComparisons(CASES, Buffer.alloc(0))).toEqual(CASES);
});

test.each([
  [0, 'returned'],
  [1, 'stopped'],
  [2, 'hung'],
  [3, 'ended'],
])('the kind %i is %s', (byte, kind) => {
  const bytes = Buffer.from([byte, 1, 2, 0, 0, 0, 0, 0, 0, 0]);
  expect(parseResults(bytes, 5)).toEqual([{ kind, step: 2, bytes: Buffer.alloc(0), isNew: true }]);
});

test('no more results are read than there are cases; what follows the last one makes it none', () => {
  const one = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const read = (count: number) =>
    parseResults(Buffer.from([...one, ...one]), count).map(({ bytes }) => bytes.length > 0);
  expect([read(3), read(2), read(1)]).toEqual([[false, false], [false, false], [true]]);
});
