import { expect, test } from '@jest/globals';
import { withDismissals } from '../../../src/github/dismissals/apply-dismissals.ts';
import type { Dismissal } from '../../../src/github/dismissals/dismissal.ts';
import { findingKey } from '../../../src/github/publication-plan/finding-key.ts';
import type { Report, ReportedCandidate } from '../../../src/security/report/report.ts';
import { candidate, reportOf } from '../../security/printers/example-report.ts';

const HIGH = candidate({ gid: 1, id: 'C000001', pattern: 'unsafe_api' });
const LOW = candidate({ gid: 2, id: 'C000002', pattern: 'weak_crypto', severity: 'low' });

function decision(one: ReportedCandidate, state: Dismissal['state']): Dismissal {
  const { pattern: rule, file, fingerprint } = one;
  return {
    ...{ key: findingKey(one), state, rule, file, fingerprint, reason: 'known' },
    ...{ by: 'wanda', at: '2026-01-01T00:00:00Z' },
  };
}

const report = (changes: Partial<Report> = {}): Report => {
  return { ...reportOf([]), candidates: [HIGH, LOW], verdict: 'findings', ...changes };
};

test('what is settled counts no more, and is suppressed with its reason', () => {
  const settled = withDismissals(report(), [decision(HIGH, 'accepted')], 'high');
  expect(settled).toMatchObject({ verdict: 'clean', summary: { total: 1 } });
  expect(settled.candidates).toMatchObject([
    { suppression: { kind: 'external', reason: 'known' } },
    { pattern: 'weak_crypto' },
  ]);
  expect(settled.candidates[1]).toEqual(LOW);
  expect(withDismissals(report(), [decision(HIGH, 'accepted')], 'low').verdict).toBe('findings');
});

test('nothing that was not examined becomes clean', () => {
  const records = [decision(HIGH, 'false-positive'), decision(LOW, 'false-positive')];
  const { verdict } = withDismissals(report({ incomplete: true }), records, 'low');
  expect(verdict).toBe('inconclusive');
  expect(withDismissals(report({ verdict: 'inconclusive' }), records, 'low').verdict).toBe(verdict);
});

test.each([
  ['open again', decision(HIGH, 'open')],
  ['of the same line in another file', decision({ ...HIGH, file: 'b.c' }, 'accepted')],
  ['of another rule', { ...decision(HIGH, 'accepted'), rule: 'other' }],
])('what is %s stays a finding', (_what, record) => {
  expect(withDismissals(report(), [record], 'high')).toMatchObject({
    ...{ verdict: 'findings', candidates: [HIGH, LOW] },
  });
});
