import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { comparisonsReaching } from '../../../src/migration/status/comparisons-reaching.ts';

const NOT_CHECKED: Evidence = { kind: 'not checked', because: 'it takes a callback' };

function equal(cases: number, reached: readonly [name: string, covered: number][]): Evidence {
  return {
    ...{ kind: 'equal', cases, excluded: 0, seed: 1, limits: [], undefinedBehaviour: [] },
    coverage: { lines: 4, coveredLines: 4, branches: 0, coveredBranches: 0 },
    also_reached: reached.map(([name, covered]) => ({
      ...{ c_name: name, lines: 10, covered_lines: covered },
    })),
    milliseconds: 5,
  };
}

const skip = { c_name: 'skip', evidence: NOT_CHECKED };

test('comparisons that reached a function, the one that reached most of it first', () => {
  const all = [
    skip,
    { c_name: 'first', evidence: equal(20, [['skip', 3]]) },
    {
      c_name: 'second',
      evidence: equal(7, [
        ['other', 9],
        ['skip', 8],
      ]),
    },
    { c_name: 'third', evidence: equal(7, [['other', 9]]) },
    { c_name: 'fourth', evidence: NOT_CHECKED },
  ];
  expect(comparisonsReaching(skip, all)).toEqual([
    { name: 'second', cases: 7, lines: 10, coveredLines: 8 },
    { name: 'first', cases: 20, lines: 10, coveredLines: 3 },
  ]);
});

test('of two functions of one name nothing is said', () => {
  const all = [skip, skip, { c_name: 'first', evidence: equal(20, [['skip', 3]]) }];
  expect(comparisonsReaching(skip, all)).toEqual([]);
});

test('a comparison of what has changed since says nothing', () => {
  const standing = { kind: 'changed', because: 'the Rust has changed' } as const;
  const first = { c_name: 'first', evidence: equal(20, [['skip', 3]]), standing };
  expect(comparisonsReaching(skip, [skip, first])).toEqual([]);
});
