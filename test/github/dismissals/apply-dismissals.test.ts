import { describe, expect, test } from '@jest/globals';
import {
  outdatedDecisions,
  withDismissals,
} from '../../../src/github/dismissals/apply-dismissals.ts';
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

test('what a model or a comment has suppressed keeps its reason', () => {
  const own = { ...HIGH, suppression: { kind: 'inSource', reason: 'why' } } as const;
  const { candidates } = withDismissals(
    report({ candidates: [own] }),
    [decision(HIGH, 'accepted')],
    'high',
  );
  expect(candidates).toEqual([own]);
});

test('counts of what was scanned stay', () => {
  const before = report();
  const { summary } = withDismissals(before, [decision(HIGH, 'accepted')], 'high');
  const { scanned_files, scanned_lines, scanned_root, skipped } = before.summary;
  expect(summary).toMatchObject({ scanned_files, scanned_lines, scanned_root, skipped });
});

describe('a decision on code that has changed since', () => {
  const changed = (
    state: Dismissal['state'] = 'accepted',
    changes: Partial<Dismissal> = {},
  ): Dismissal => ({
    ...decision(HIGH, state),
    ...{ fingerprint: 'another', function: HIGH.function, code: HIGH.evidence },
    ...changes,
  });
  const key = findingKey(HIGH);
  const said = `What is at ${HIGH.file}:${HIGH.line} was settled as ${key}, and is open again: the code that was decided on has changed.`;

  test('is told, for each finding that is open', () => {
    expect(outdatedDecisions(report(), [changed()])).toEqual([said]);
    expect(outdatedDecisions(report(), [changed('open'), changed('false-positive')])).toEqual([
      said,
    ]);
    const suppressed = { ...HIGH, suppression: { kind: 'inSource', reason: 'why' } } as const;
    expect(outdatedDecisions(report({ candidates: [suppressed, LOW] }), [changed()])).toEqual([]);
  });

  test.each([
    ['there is one on the code as it is', [changed(), decision(HIGH, 'accepted')]],
    ['it was opened again', [changed(), changed('open')]],
    ['it is of another rule', [changed('accepted', { rule: 'other' })]],
    ['it is of another file', [changed('accepted', { file: 'b.c' })]],
    ['it is of another function', [changed('accepted', { function: 'other' })]],
    ['it is of another line', [changed('accepted', { code: 'other();' })]],
    ['there is none', []],
  ])('is not where %s', (_, records) => {
    expect(outdatedDecisions(report(), records)).toEqual([]);
  });
});
