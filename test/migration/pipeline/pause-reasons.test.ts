import { expect, test } from '@jest/globals';
import { pauseReasons } from '../../../src/migration/pipeline/pause-reasons.ts';

const score = (value: number) => ({ score: value, candidates: 1, high: 1 });
const last = {
  score: { before: score(10), after: score(0) },
  ...{ warnings: { before: 0, after: 2 }, tests: { before: 0, after: 9 } },
};
const crate = (warnings: number, tests: number) => ({ last, now: { warnings, tests } });

test.each([
  ['nothing is known', undefined, undefined],
  ['hardening took 15 % away', { before: score(20), now: score(17) }, undefined],
  ['the C had nothing to take away', { before: score(0), now: score(0) }, undefined],
  ['the crate is as it was', undefined, crate(2, 9)],
  ['the crate is better', undefined, crate(0, 12)],
])('the next phase may start where %s', (_what, hardened, known) => {
  expect(pauseReasons({ hardened, crate: known, minScoreDrop: 15 })).toEqual([]);
});

test.each([
  [
    'hardening took too little away',
    { before: score(20), now: score(17.01) },
    undefined,
    'hardening was begun, and the score of the C went from 20.00 to 17.01 here; at least 15 % down are wanted',
  ],
  ['a test is gone', undefined, crate(2, 8), 'the crate has 8 tests that run, and had 9'],
  ['there is a new warning', undefined, crate(3, 9), 'clippy warns 3 times about the crate'],
])('it may not where %s', (_what, hardened, known, reason) => {
  expect(pauseReasons({ hardened, crate: known, minScoreDrop: 15 })).toEqual([
    expect.stringContaining(reason),
  ]);
});

test('how much must be gone is a setting', () => {
  const hardened = { before: score(20), now: score(20) };
  expect(pauseReasons({ hardened, crate: undefined, minScoreDrop: 0 })).toEqual([]);
});
