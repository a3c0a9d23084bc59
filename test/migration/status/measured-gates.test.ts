import { expect, test } from '@jest/globals';
import { gateSettingsOf } from '../../../src/migration/gates/gate-settings.ts';
import { changeWords, measuredThresholds } from '../../../src/migration/status/measured-gates.ts';
import type { MeasuresRecord } from '../../../src/migration/status/migration-records.ts';
import { unmetBeforeOptimize } from '../../../src/migration/status/phase-gates.ts';
import { statusJson } from '../../../src/migration/status/status-json.ts';
import { statusText } from '../../../src/migration/status/status-text.ts';
import { exampleState } from './example-state.ts';

const SETTINGS = gateSettingsOf(undefined);
const score = (value: number) => ({ score: value, candidates: 3, high: 1 });
const MEASURES: MeasuresRecord = {
  score: { before: score(12), after: score(9) },
  warnings: { before: 1, after: 0 },
  tests: { before: 4, after: 9 },
};

test('a score that is down enough, no test fewer, no warning more', () => {
  expect(measuredThresholds(MEASURES, SETTINGS)).toEqual([
    {
      ...{ name: 'Security score', isMet: true, is: '25 % down (12.00 to 9.00)' },
      wanted: 'at least 15 % down',
    },
    { name: 'Tests', isMet: true, is: '9', wanted: 'at least 4, as before the last run' },
    {
      ...{ name: 'Warnings of clippy', isMet: true, is: '0' },
      wanted: 'at most 1, as before the last run',
    },
  ]);
});

test('each of them can fail', () => {
  const worse: MeasuresRecord = {
    score: { before: score(12), after: score(10.21) },
    warnings: { before: 0, after: 1 },
    tests: { before: 4, after: 3 },
  };
  const thresholds = measuredThresholds(worse, SETTINGS);
  expect(thresholds.map(({ isMet }) => isMet)).toEqual([false, false, false]);
  expect(unmetBeforeOptimize(thresholds)).toEqual([
    'Security score: 14.9 % down (12.00 to 10.21); wanted at least 15 % down',
    'Tests: 3; wanted at least 4, as before the last run',
    'Warnings of clippy: 1; wanted at most 0, as before the last run',
  ]);
});

test('what optimizing lowers does not keep it from starting', () => {
  const unsafe = { name: 'Unsafe lines', isMet: false, is: '9 %', wanted: 'at most 5 %' };
  expect(unmetBeforeOptimize([unsafe])).toEqual([]);
});

test.each([
  [10, 8.5, '15 % down'],
  [10, 8.501, '14.9 % down'],
  [10, 12, '20 % up'],
  [0, 0, 'nothing to lower'],
  [0, 1, 'up from nothing'],
])('from %d to %d is %s', (before, after, words) => {
  expect(changeWords(before, after)).toBe(words);
});

test('C without a finding, and Rust with one, is no progress', () => {
  const fresh = { ...MEASURES, score: { before: score(0), after: score(1) } };
  expect(measuredThresholds(fresh, SETTINGS)[0]).toMatchObject({ isMet: false });
});

test('the status has what was measured, before and after', () => {
  const state = { ...exampleState(), measures: MEASURES };
  expect(JSON.parse(statusJson(state))).toMatchObject({
    measures: {
      security_score: { before: { score: 12 }, after: { score: 9 } },
      clippy_warnings: { before: 1, after: 0 },
      tests: { before: 4, after: 9 },
    },
  });
  expect(statusText(state)).toContain(
    'Security score: 12.00 before, 9.00 now, 25 % down\nWarnings of clippy: 1 before the last run, 0 after it\n',
  );
});
