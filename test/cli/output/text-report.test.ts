import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { textReport } from '../../../src/cli/output/text-report.ts';
import type { Report } from '../../../src/security/report/report.ts';
import { draft } from '../../support/candidates.ts';

const STEP = { file: 'src/b.c', line: 4, column: 1, end_line: 4, end_column: 5 };

const REPORT: Report = {
  version: '1.2.3',
  mode: 'scan',
  verdict: 'findings',
  notice: 'Nobody looked.',
  summary: {
    total: 2,
    by_language: { c: 2 },
    by_category: { bounds: 2 },
    by_severity: { high: 1, medium: 0, low: 1 },
    top_risk_files: [],
    scanned_files: 1200,
    scanned_lines: 34567,
    scanned_root: '.',
    skipped: [{ file: 'x.c', reason: 'is binary' }],
  },
  candidates: [
    {
      gid: 1,
      ...draft({
        evidence: 'strcpy(to, "\u001b[2J");',
        trace: [{ ...STEP, function: 'g', message: 'from is read' }],
      }),
      baseline: 'new',
    },
    { gid: 2, ...draft({ line: 12, confidence: 0.45, severity: 'low' }) },
    { gid: 3, ...draft({ line: 13 }), suppression: { kind: 'inSource', reason: 'r' } },
    { gid: 4, ...draft({ line: 14 }), baseline: 'absent' },
  ],
  rules: [],
};

const EXPECTED = `Nobody looked.

src/a.c
    10:3  high    strcpy copies from into to without a bound.  unsafe_api CWE-120 C0a1b2c new
          │ strcpy(to, "⟨U+001B⟩[2J");
          ↳ src/b.c:4 from is read
    12:3  look    strcpy copies from into to without a bound.  unsafe_api CWE-120 C0a1b2c
          │ strcpy(to, from);
          no finding, since fewer than half of such places are expected to be right, and no model has looked at this one

Suppressed
  src/a.c:13  unsafe_api  r

1 finding (1 high), 1 place to look at, 1 suppressed, 1 gone since the baseline in 1,200 files, 34,567 lines.
  x.c is binary
At least one finding reaches the threshold.
`;

test('the listing shows what is open, counts the rest, and lets no escape sequence through', () => {
  expect(textReport(REPORT, false)).toBe(EXPECTED);
});

test('of what is suppressed ten are listed, with place, rule and reason, and the rest is counted', () => {
  const candidates = Array.from({ length: 12 }, (_, index) => ({
    ...{ gid: index + 1, ...draft({ line: index + 1 }) },
    suppression: { kind: 'external', reason: 'checked\n::error::by hand' } as const,
  }));
  const text = textReport({ ...REPORT, candidates }, false);
  expect(text).toContain(
    '\n\nSuppressed\n  src/a.c:1  unsafe_api  checked ::error::by hand\n  src/a.c:2  unsafe_api',
  );
  expect(text).toContain('\n  src/a.c:10  unsafe_api  checked ::error::by hand\n  and 2 more\n\n');
  expect(textReport({ ...REPORT, candidates: [] }, false)).not.toContain('Suppressed');
});

test('one file and one line are no files and lines', () => {
  const summary = { ...REPORT.summary, scanned_files: 1, scanned_lines: 1 };
  expect(textReport({ ...REPORT, summary }, false)).toContain('in 1 file, 1 line.\n');
});

test('colours change nothing but colours', () => {
  const coloured = textReport(REPORT, true);
  expect(coloured).not.toBe(EXPECTED);
  expect(stripVTControlCharacters(coloured)).toBe(EXPECTED);
});

test.each([
  ['scan', [], 'Everything was examined and nothing stood out.'],
  [
    'scan',
    REPORT.summary.skipped,
    'Everything but what is listed as skipped was examined and nothing stood out.',
  ],
  ['review', [], 'Nothing that the change introduces stood out.'],
] as const)(
  'a clean %s with the skipped files %j claims no more than is true',
  (mode, skipped, says) => {
    const summary = { ...REPORT.summary, skipped };
    const comparison = { base: 'main', changed_files: 1, changed_functions: [] };
    const compared = mode === 'review' ? { comparison } : {};
    const clean: Report = {
      ...REPORT,
      ...{ mode, summary, verdict: 'clean', candidates: [] },
      ...compared,
    };
    expect(textReport(clean, false).trimEnd().split('\n').at(-1)).toBe(says);
  },
);

test.each([
  [0, 1, 'The one changed source is left out of what is to be examined, and nothing was examined.'],
  [0, 2, 'All 2 changed sources are left out of what is to be examined, and nothing was examined.'],
  [
    3,
    1,
    'Of what was examined, nothing that the change introduces stood out; 1 changed source is left out, and is not examined.',
  ],
])('a clean review of %i changed files says that %i are left out', (examined, leftOut, says) => {
  const comparison = {
    ...{ base: 'main', changed_files: examined, left_out_files: leftOut, changed_functions: [] },
  };
  const clean: Report = { ...REPORT, mode: 'review', verdict: 'clean', candidates: [], comparison };
  expect(textReport(clean, false).trimEnd().split('\n').at(-1)).toBe(says);
});

test('a review without a change says that there was none', () => {
  const comparison = { base: 'main', changed_files: 0, changed_functions: [] };
  const empty: Report = { ...REPORT, mode: 'review', verdict: 'clean', candidates: [], comparison };
  expect(textReport(empty, false)).toMatch(/\nNo changed source was examined\.\n$/);
});

test('the name of a file gives the runner of a job no command', () => {
  const [first] = REPORT.candidates;
  const candidate = first && { ...first, file: '::set-output name=a::b.c' };
  const skipped = [{ file: '::stop-commands::x', reason: 'has a ##[error] in its name' }];
  const report = {
    ...REPORT,
    candidates: candidate === undefined ? [] : [candidate],
    summary: { ...REPORT.summary, skipped },
  };
  const lines = textReport(report, false).split('\n');
  expect(lines).toContain('./::set-output name=a::b.c');
  expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
});
