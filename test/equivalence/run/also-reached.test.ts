import { expect, test } from '@jest/globals';
import { alsoReached, hardlyReachedText } from '../../../src/equivalence/run/also-reached.ts';
import type { Coverage } from '../../../src/equivalence/run/parse-coverage.ts';

const covered = (lines: number, coveredLines: number): Coverage => {
  return { lines, coveredLines, branches: 0, coveredBranches: 0, missedLines: [] };
};

const SUBJECT = {
  function: { name: 'parse' },
  partners: ['parse', 'read', 'skip', 'grow'].map((c) => ({ c, rust: `io::${c}` })),
};

test('of other migrated functions those are named that the Rust calls, and the inputs reached', () => {
  const coverage: Readonly<Record<string, Coverage>> = {
    ...{ parse: covered(9, 9), read: covered(8, 3), skip: covered(4, 0), grow: covered(2, 2) },
  };
  const called = ['io::parse', 'io::read', 'io::skip', 'io::other'];
  expect(alsoReached(SUBJECT, called, (name) => coverage[name])).toEqual([
    { c_name: 'read', lines: 8, covered_lines: 3 },
  ]);
  expect(alsoReached(SUBJECT, called, () => undefined)).toEqual([]);
  expect(alsoReached(SUBJECT, called, undefined)).toEqual([]);
  expect(alsoReached({ function: SUBJECT.function }, called, () => covered(1, 1))).toEqual([]);
});

test.each([
  [8, 3, ['Of read, which it calls, 3 of 8 lines were reached.']],
  [8, 4, []],
  [8, 5, []],
  [7, 3, ['Of read, which it calls, 3 of 7 lines were reached.']],
  [1, 1, []],
])('of %d lines %d are said where they are less than half', (lines, covered_lines, said) => {
  expect(hardlyReachedText({ c_name: 'read', lines, covered_lines })).toEqual(said);
});
