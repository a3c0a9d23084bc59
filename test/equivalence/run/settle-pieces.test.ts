import { describe, expect, test } from '@jest/globals';
import type { Case } from '../../../src/equivalence/cases/case.ts';
import type { RawResult } from '../../../src/equivalence/run/driver-files.ts';
import { doubtText, settlePieces } from '../../../src/equivalence/run/settle-pieces.ts';

const LENGTH = { name: 'n', of: 'data', pieces: { sizes: [1, 4, 'element'] as const, usual: 1 } };

const CASES: readonly Case[] = Array.from({ length: 100 }, () => ({
  steps: [{ call: 0, inputs: [new Uint8Array([1, 2])], handles: [] }],
}));
const EMPTY: Case = { steps: [{ call: 0, inputs: [new Uint8Array()], handles: [] }] };

/** A C that reaches out of its memory in so many of a hundred cases: by far too many pieces, and by each size. */
function sidesOf(outside: readonly number[]) {
  const told: number[] = [];
  let ran = 0;
  return {
    told,
    ran: () => ran,
    countPieces: (index: number) => void told.push(index),
    runC(cases: readonly Case[]): Promise<RawResult[]> {
      const stopped = outside[told.length - 1] ?? 0;
      ran += cases.length;
      return Promise.resolve(
        cases.map((_, at) => ({
          ...{ step: 0, isNew: false },
          ...(at < stopped
            ? { kind: 'stopped', bytes: Buffer.from('AddressSanitizer: heap-buffer-overflow') }
            : at < stopped + 3
              ? { kind: 'stopped', bytes: Buffer.from('division by zero') }
              : { kind: 'returned', bytes: Buffer.from([]) }),
        })),
      );
    },
  };
}

describe('what a length counts is', () => {
  test.each([
    ['the first size at which the C stays in its memory', [60, 20, 20, 20], 0],
    ['a later one, where it still reaches out before', [60, 60, 5, 5], 1],
    ['the last one', [60, 60, 60, 0], 2],
    ['told by a tenth of the cases', [10, 0, 0, 0], 0],
    ['not told by less', [9, 0, 0, 0], undefined],
    ['not told where it reaches out anyway', [50, 50, 50, 50], undefined],
    ['not told by a step that is not the last', [90, 60, 60, 0], 2],
    [
      'not told where what follows is much less, by less than a tenth each',
      [27, 18, 9, 0],
      undefined,
    ],
  ])('%s: %j', async (_what, outside, size) => {
    const sides = sidesOf(outside);
    const left = await settlePieces([LENGTH], sides, [...CASES, EMPTY]);
    expect(sides.told).toEqual([-2, 0, 1, 2, size ?? -1]);
    expect(left).toEqual(size === undefined ? [LENGTH] : []);
    // A case without elements tells nothing.
    expect(sides.ran()).toBe(4 * CASES.length);
  });

  test('looked for where all count alike, and where there is one at all', async () => {
    const other = { ...LENGTH, name: 'm', pieces: { sizes: [1, 8], usual: 1 } };
    const sides = sidesOf([60, 0, 0, 0]);
    expect(await settlePieces([LENGTH, other], sides, CASES)).toEqual([LENGTH, other]);
    expect(await settlePieces([], sides, CASES)).toEqual([]);
    expect(sides.told).toEqual([]);
    expect(await settlePieces([LENGTH, { ...LENGTH, name: 'm' }], sides, CASES)).toEqual([]);
  });
});

test('what it may count is said, and how to settle it', () => {
  expect(doubtText(LENGTH)).toContain(
    'whether n counts bytes or pieces of 4 bytes or records of data',
  );
  expect(doubtText(LENGTH)).toContain('{ role: "length", of: "data", each: NUMBER }');
});
