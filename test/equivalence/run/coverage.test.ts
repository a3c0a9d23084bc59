import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCoverage } from '../../../src/equivalence/run/parse-coverage.ts';

/** Line, column, end line, end column, count, file, expanded file, kind. */
const REGIONS = [
  [3, 1, 8, 2, 5, 0, 0, 0],
  [4, 12, 6, 4, 0, 0, 0, 0],
  // A macro, written elsewhere.
  [90, 1, 95, 2, 1, 1, 0, 0],
  // A gap.
  [4, 10, 4, 12, 5, 0, 0, 3],
];
const BRANCHES = [[4, 7, 4, 9, 0, 5, 0, 0, 4]];

function exported(name: string): string {
  return JSON.stringify({
    data: [{ functions: [{ name, regions: REGIONS, branches: BRANCHES }] }],
  });
}

test.each(['f', 'driver.c:f'])('lines and branches of a function are counted: %s', (name) => {
  // Line 4 begins outside of the block that never ran, and so do 7 and 8.
  expect(parseCoverage(exported(name))('f')).toEqual({
    lines: 6,
    coveredLines: 3,
    missedLines: [4, 5, 6],
    branches: 2,
    coveredBranches: 1,
  });
});

test('a function that is not there has none', () => {
  expect(parseCoverage(exported('other'))('f')).toBeUndefined();
});

test('what is no export is nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseCoverage(text)('f')).toBeUndefined();
    }),
  );
});
