import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { faultOf } from '../../../bench/strangers/fault-of.ts';
import { medianOf, strangersSummary, strangerText } from '../../../bench/strangers/report.ts';
import type { StrangerResult } from '../../../bench/strangers/result.ts';
import { keepResult, knownResults } from '../../../bench/strangers/results-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LIST: StrangerResult = {
  ...{ name: 'list', isGiven: true, calls: 14, tokens: 9000, callsOfEach: [3, 3, 8], seconds: 7 },
  functions: [
    { name: 'push', state: 'compared', cases: 10_000 },
    { name: 'release', state: 'nothing to compare', reason: 'dropping it frees it' },
    ...(['first', 'last'] as const).map((name) => ({
      ...{ name, state: 'not compared' as const, fault: 'ours' as const },
      reason: `the Rust side does not compile: no \`${name}\``,
    })),
    { name: 'sort', state: 'blocked', reason: 'a test fails after 2', fault: 'the answers' },
  ],
  besideC: { written: 2, left: 1 },
  crate: {
    ...{ warnings: [], unsafeLines: 1, lines: 50, tests: { passed: 9, all: 9 } },
    ownTests: { passed: 2, all: 3 },
  },
};

test('what nothing can be compared of counts on neither side of the shares', () => {
  expect(strangerText(LIST).split('\n')).toEqual([
    "list with its interface: 5 functions; 3 of 4 (75 %) carried over; 1 of 4 (25 %) compared and equal; 1 with nothing to compare; 2 not compared; 1 blocked; 2 written beside the C, 1 left without a body; 14 calls, 3 a function in the median, 9000 tokens; 2.0 % of 50 lines unsafe; the project's own tests 2 of 3; 7 s",
    '  release: nothing to compare: dropping it frees it',
    '  first: not compared (ours): the Rust side does not compile: no `first`',
    '  last: not compared (ours): the Rust side does not compile: no `last`',
    '  sort: blocked (the answers): a test fails after 2',
  ]);
});

test('reasons that differ by names alone are counted together', () => {
  expect(strangersSummary([LIST, LIST]).split('\n').slice(1)).toEqual([
    '  4 × not compared (ours): the Rust side does not compile: no …',
    '  2 × blocked (the answers): a test fails after 2',
  ]);
});

test('the median is the middle one, or between two', () => {
  expect([[], [4], [9, 1, 4], [1, 2]].map(medianOf)).toEqual([0, 4, 4, 1.5]);
});

test.each([
  ['it needs push, which could not be migrated', 'another function'],
  ['the Rust side does not compile: error', 'ours'],
  ['none of 200 inputs counts: it reads uninitialised memory', 'ours'],
  ['it does not build after 3 repairs: error', 'the answers'],
  ['it cannot be done: `&self` has to write', 'the interface'],
  ['types and names of f do not tell its length; say it in the mapping', 'not known'],
])('the fault of "%s" is %s', (reason, fault) => {
  expect(faultOf(reason, true)).toBe(fault);
});

test('what cannot be done without an interface is no fault of one', () => {
  expect(faultOf('it cannot be done: it has to write', false)).toBe('the answers');
});

test('results are kept, and those of runs that stopped are not taken for the last word', () => {
  const file = join(temporaryFolder(), 'results.jsonl');
  expect(knownResults(file)).toEqual([]);
  keepResult(file, { ...LIST, name: 'tree', stopped: 'the budget is used up' });
  keepResult(file, LIST);
  expect(knownResults(file)).toEqual([LIST]);
});
