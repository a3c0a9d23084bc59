import { expect, test } from '@jest/globals';
import type { TriageResult } from '../../../src/security/candidates/triage-result.ts';
import { groupCandidates } from '../../../src/security/report/groups.ts';
import { headline, verdictSentence } from '../../../src/security/report/headline.ts';
import type { Report, ReportedCandidate } from '../../../src/security/report/report.ts';
import { candidate, reportOf } from '../printers/example-report.ts';
import { derivation } from '../printers/triaged-report.ts';

const REFUTED: TriageResult = { kind: 'refuted', by: 'analyst', reason: 'r' };
const UNPROVEN: TriageResult = { kind: 'unproven', ...derivation('d'), problem: 'p' };
const UNEXAMINED: TriageResult = { kind: 'unexamined', reason: 'r' };
const VERIFIED: TriageResult = { kind: 'verified', ...derivation('d'), verification_notes: 'n' };

test.each<[readonly TriageResult[], string]>([
  [[], 'No findings. Everything was examined and nothing stood out that is not suppressed.'],
  [
    [REFUTED],
    'No findings. Everything was examined and nothing stood out that is neither suppressed nor refuted by models.',
  ],
])('what is suppressed did stand out: %j', (examinations, expected) => {
  const suppression = { kind: 'external', reason: 'r' } as const;
  const settled = { ...candidate({ gid: 9, id: 'C000009', pattern: 'p' }), suppression };
  expect(said(examinations, { verdict: 'clean' }, false, [settled])).toBe(expected);
});

test('where nothing was there, nothing is said of what was examined', () => {
  const none = reportOf([]);
  const summary = { ...none.summary, scanned_files: 0, skipped: [] };
  const said = (one: Partial<Report['summary']>, verdict: Report['verdict'] = 'clean') =>
    verdictSentence(
      { ...none, mode: 'scan', verdict, summary: { ...summary, ...one } },
      groupCandidates([]),
    );
  expect(said({}, 'inconclusive')).toBe(said({}));
  expect(said({})).toBe(
    'No C, C++ or Rust source was examined: none is among what was to be examined, or patterns leave out all of them.',
  );
  const skipped = [{ file: 'vendor/', reason: 'is left out for its name', failed: false }];
  expect(said({ skipped })).toBe(
    'No C, C++ or Rust source was examined: see what is listed as skipped.',
  );
});

/** What is said of a review of a whole tree, or of a change. */
function said(
  examinations: readonly TriageResult[],
  changes: Partial<Report>,
  isChange: boolean,
  more: readonly ReportedCandidate[] = [],
) {
  const { comparison, ...report } = reportOf([
    ...examinations.map((examination, index) =>
      candidate({ gid: index + 1, id: 'C000000', pattern: 'p', examination }),
    ),
    ...more,
  ]);
  const summary = { ...report.summary, skipped: [] };
  const compared = isChange && comparison !== undefined ? { comparison } : {};
  const whole: Report = { ...report, summary, ...changes, ...compared };
  const groups = groupCandidates(whole.candidates);
  return `${headline(whole, groups)}. ${verdictSentence(whole, groups)}`;
}

test.each<[readonly TriageResult[], Report['verdict'], string, string]>([
  [
    [],
    'clean',
    'No findings. Everything was examined and nothing stood out.',
    'No findings. Nothing that the change introduces stood out.',
  ],
  [
    [REFUTED],
    'clean',
    'No findings. Everything was examined and nothing stood out that models did not refute.',
    'No findings. Nothing that the change introduces stood out that models did not refute.',
  ],
  [
    [REFUTED, UNPROVEN],
    'clean',
    'No findings. Everything was examined and nothing was shown to be a defect. Models could not settle a candidate: it is among those to review.',
    'No findings. Nothing that the change introduces was shown to be a defect. Models could not settle a candidate: it is among those to review.',
  ],
  [
    [VERIFIED, UNPROVEN, UNPROVEN],
    'clean',
    '1 finding. Everything was examined and nothing reaches the threshold. Models could not settle 2 candidates: they are among those to review.',
    '1 finding. Nothing that the change introduces reaches the threshold. Models could not settle 2 candidates: they are among those to review.',
  ],
  [
    [VERIFIED, UNEXAMINED],
    'findings',
    '2 findings. At least one finding reaches the threshold. Models were to examine candidates that they did not: see the notice.',
    '2 findings. At least one finding reaches the threshold. Models were to examine candidates that they did not: see the notice.',
  ],
  [
    [UNEXAMINED],
    'inconclusive',
    'Inconclusive, 1 finding so far. Models were to examine candidates that they did not: see the notice.',
    'Inconclusive, 1 finding so far. Models were to examine candidates that they did not: see the notice.',
  ],
])('%j, %s', (examinations, verdict, whole, change) => {
  expect(said(examinations, { verdict }, false)).toBe(whole);
  expect(said(examinations, { verdict }, true)).toBe(change);
});

test('where no file was skipped, an inconclusive report points to the notice', () => {
  expect(said([], { verdict: 'inconclusive' }, true)).toContain(
    'Something that should have been examined was not: see the notice.',
  );
});
