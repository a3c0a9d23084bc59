import { expect, test } from '@jest/globals';
import {
  failureSentences,
  gateSentence,
  gateText,
  publicGateText,
} from '../../../src/security/report/gate.ts';
import { groupCandidates } from '../../../src/security/report/groups.ts';
import type { ReportedCandidate } from '../../../src/security/report/report.ts';
import { reportVerdictOf } from '../../../src/security/report/verdict.ts';
import {
  type GateSettings,
  measureAgain,
  measureGate,
} from '../../../src/security/selection/measure-gate.ts';
import { candidate } from '../../support/candidates.ts';

const SURE = { confidence: 0.7, severity: 'medium', score: 1.4 } as const;
const medium = (changes: Partial<ReportedCandidate> = {}): ReportedCandidate => ({
  ...candidate({ ...SURE, pattern: 'use_after_free', category: 'memory', cwe: [416] }),
  ...changes,
});

const THREE = [medium(), medium(), medium()];

function judged(candidates: readonly ReportedCandidate[], settings: Partial<GateSettings>) {
  const gate = measureGate(candidates, { failOn: 'high', ...settings });
  const limits = gate.limits ?? [];
  const verdict = reportVerdictOf(candidates, { failOn: gate.fail_on, limits, incomplete: false });
  const why = failureSentences(gate, groupCandidates(candidates));
  return { gate, verdict, why };
}

test.each([
  ['medium', 2, 3],
  ['CWE-416', 0, 3],
  ['cwe-416', 0, 3],
  ['category:memory', 2, 3],
  ['use_after_free', 1, 3],
  ['use_*', 1, 3],
  ['*', 2, 3],
])('more of %s than %d fail a run that no severity fails', (of, most, found) => {
  const from = 'fail_above in .github/rustward.yml';
  const { verdict, why } = judged(THREE, { limits: [{ of, most, from }] });
  expect(verdict).toBe('findings');
  expect(why).toEqual([
    `${found} of ${of}, and at most ${most} ${most === 1 ? 'is' : 'are'} allowed (${from}).`,
  ]);
});

test.each([
  ['medium', 3],
  ['high', 0],
  ['low', 0],
  ['CWE-787', 0],
  ['double_free', 0],
])('as many of %s as are allowed, %d, fail nothing', (of, most) => {
  expect(judged(THREE, { limits: [{ of, most }] }).verdict).toBe('clean');
});

test('what is settled, existing, or a place to look at is not counted', () => {
  const others = [
    medium({ suppression: { kind: 'external', reason: 'r' } }),
    medium({ baseline: 'unchanged' }),
    medium({ baseline: 'absent' }),
    medium({ confidence: 0.45 }),
  ];
  const { gate, verdict } = judged(others, { limits: [{ of: '*', most: 0 }] });
  expect(gate.limits).toEqual([{ of: '*', most: 0, found: 0 }]);
  expect(verdict).toBe('clean');
});

test('the severity that fails a run is named, who says so, and how many reach it', () => {
  const failOnFrom = 'fail_on in .github/rustward.yml of the repository .github';
  const all = [...THREE, medium({ severity: 'high' }), medium({ severity: 'low' })];
  expect(judged(all, { failOn: 'medium', failOnFrom }).why).toEqual([
    `Fails from medium (${failOnFrom}): 1 high, 3 medium.`,
  ]);
});

test('a run that nothing fails says what would have', () => {
  const limits = [{ of: 'medium', most: 5 }];
  expect(gateSentence(judged(THREE, {}).gate)).toBe('Fails from high (the default).');
  expect(
    gateSentence(judged(THREE, { failOn: 'none', failOnFrom: '--fail-on', limits }).gate),
  ).toBe('No severity fails it (--fail-on); 3 of medium, and at most 5 are allowed.');
});

test('what was settled since is not counted any more', () => {
  const { gate } = judged(THREE, { limits: [{ of: 'medium', most: 2 }] });
  const settled = medium({ suppression: { kind: 'external', reason: 'r' } });
  expect(measureAgain(gate, [...THREE.slice(1), settled]).limits).toEqual([
    { of: 'medium', most: 2, found: 2 },
  ]);
});

test('for all to read no kind but a severity is named: it would tell what was found', () => {
  const limits = [
    { of: 'CWE-416', most: 0 },
    { of: 'medium', most: 1 },
  ];
  const { gate } = judged(THREE, { limits });
  const groups = groupCandidates(THREE);
  expect(publicGateText({ gate, verdict: 'findings' }, groups)).toBe(
    '3 of one kind, and at most 0 are allowed. 3 of medium, and at most 1 is allowed.',
  );
  expect(gateText({ verdict: 'findings' }, groups)).toBe('');
});
