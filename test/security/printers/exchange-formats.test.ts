import { expect, test } from '@jest/globals';
import { EXCHANGE_PRINTERS } from '../../../src/security/printers/exchange-formats.ts';
import { groupCandidates, isOpen, isPossibleFinding } from '../../../src/security/report/groups.ts';
import type { ReportedCandidate } from '../../../src/security/report/report.ts';
import { exampleReport } from './example-report.ts';

const { findings } = groupCandidates(exampleReport.candidates);
const open = exampleReport.candidates.filter(isOpen);

test('GitLab gets what is open, each with a fingerprint of its own', () => {
  const twice = { ...exampleReport, candidates: [...exampleReport.candidates, ...open] };
  const issues: unknown[] = JSON.parse(EXCHANGE_PRINTERS.gitlab(twice));
  expect(issues).toHaveLength(2 * open.length);
  const fingerprints = issues.map((issue) => Object(issue).fingerprint);
  expect(new Set(fingerprints).size).toBe(issues.length);
  expect(issues[0]).toMatchObject({
    check_name: open[0]?.pattern,
    severity: expect.stringMatching(/^(?:info|minor|major|critical)$/),
    location: { path: open[0]?.file, lines: { begin: open[0]?.line } },
  });
});

test('JUnit gets a failure for each finding, and nothing of a name acts', () => {
  const printed = EXCHANGE_PRINTERS.junit(exampleReport);
  expect(printed.match(/<failure /g)).toHaveLength(findings.length);
  expect(printed).toContain(`failures="${findings.length}"`);
  // No tag but those of the form, and no character that XML does not allow.
  const tags = [...printed.matchAll(/<\/?([\w?]+)/g)].map(([, name]) => name);
  expect([...new Set(tags)].sort()).toEqual(
    ['?xml', 'error', 'failure', 'testcase', 'testsuite', 'testsuites'].filter(
      (name) => name !== 'error' || printed.includes('<error'),
    ),
  );
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('JUnit: what was not examined is an error, and a clean run one test that passes', () => {
  const nothing = { ...exampleReport, candidates: [] };
  const broken = EXCHANGE_PRINTERS.junit({ ...nothing, verdict: 'inconclusive', incomplete: true });
  expect(broken).toContain('errors="1"');
  const { incomplete: _, ...whole } = nothing;
  const clean = EXCHANGE_PRINTERS.junit({ ...whole, verdict: 'clean' });
  expect(clean).toContain('tests="1" failures="0" errors="0"');
});

test('Checkstyle gets what is open by file, and what was not examined', () => {
  const { incomplete: _, ...whole } = exampleReport;
  const printed = EXCHANGE_PRINTERS.checkstyle({ ...whole, verdict: 'findings' });
  expect(printed.match(/<error /g)).toHaveLength(open.length);
  const files = [...printed.matchAll(/<file name="([^"]*)">/g)].map(([, name]) => name);
  expect(new Set(files).size).toBe(new Set(open.map(({ file }) => file)).size);
  expect(files).toHaveLength(new Set(files).size);
  expect(printed).toContain(`source="rustward.${open[0]?.pattern}"`);
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  const tags = new Set([...printed.matchAll(/<\/?([\w?]+)/g)].map(([, name]) => name));
  expect([...tags].sort()).toEqual(['?xml', 'checkstyle', 'error', 'file']);

  const broken = { ...exampleReport, candidates: [], incomplete: true as const };
  expect(EXCHANGE_PRINTERS.checkstyle({ ...broken, verdict: 'inconclusive' })).toMatch(
    /<file name="rustward">\n.*severity="error".*source="rustward.not-examined"/,
  );
  const clean = EXCHANGE_PRINTERS.checkstyle({ ...whole, candidates: [], verdict: 'clean' });
  expect(clean).not.toContain('<error');
});

test('the badge says the verdict', () => {
  const badge = (verdict: 'clean' | 'inconclusive') =>
    EXCHANGE_PRINTERS.badge({ ...exampleReport, candidates: [], verdict });
  expect(badge('clean')).toContain('aria-label="rustward: clean"');
  expect(badge('inconclusive')).toContain('rustward: inconclusive');
  expect(EXCHANGE_PRINTERS.badge({ ...exampleReport, verdict: 'findings' })).toContain(
    `rustward: ${findings.length} finding`,
  );
});

test('a compiler prints a line for each finding with its rule, and no name breaks it', () => {
  const lines = EXCHANGE_PRINTERS.gcc(exampleReport).trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^.+:\d+:\d+: (?:error|warning|note): ./);
  const ofRules = lines.filter((line) => / \[[\w/-]+\]$/.test(line));
  expect(ofRules).toHaveLength(open.length);
  const sure = open.filter((one) => !isPossibleFinding(one));
  expect(lines.filter((line) => / (?:error|warning): /.test(line))).toHaveLength(sure.length);
  const odd = {
    ...exampleReport,
    candidates: open.slice(0, 1).map((one) => ({ ...one, file: 'a\nb\u001b.c', trace: [] })),
  };
  expect(EXCHANGE_PRINTERS.gcc(odd).split('\n')).toHaveLength(2);
  expect(EXCHANGE_PRINTERS.gcc(odd)).not.toContain('\u001b');
});

test('behind a finding a compiler prints notes: the steps to it, and what a run has shown', () => {
  const [first] = open.filter((one) => !isPossibleFinding(one));
  if (first === undefined) throw new Error('the example has a finding');
  const { file, line, column } = first;
  const place = { file: 'b.c', line: 7, column: 3, end_line: 7, end_column: 4, function: 'f' };
  const { examination: _, ...plain } = first;
  const one = {
    ...{ ...plain, trace: [{ ...place, message: 'is\nfreed here' }] },
    reproduction: {
      ...({ outcome: 'reproduced', written_by: 'machine' } as const),
      ...{ input: '', files: [], command: '', driver: '', unit: '' },
      report: 'ERROR: AddressSanitizer: heap-use-after-free\n  #0 f b.c:7\n',
    },
  };
  const notes = (candidate: ReportedCandidate) =>
    EXCHANGE_PRINTERS.gcc({ ...exampleReport, candidates: [candidate] })
      .split('\n')
      .slice(1, -1);
  expect(notes(one)).toEqual([
    'b.c:7:3: note: is freed here',
    `${file}:${line}:${column}: note: reproduced: ERROR: AddressSanitizer: heap-use-after-free`,
  ]);
  expect(notes({ ...one, confidence: 0.4 })).toEqual([]);
});

test('where there was no source, none is called clean', () => {
  const summary = { ...exampleReport.summary, scanned_files: 0 };
  const empty = { ...exampleReport, candidates: [], verdict: 'clean' as const, summary };
  const { incomplete: _, ...nothing } = empty;
  expect(EXCHANGE_PRINTERS.badge(nothing)).toContain('aria-label="rustward: no sources"');
  expect(EXCHANGE_PRINTERS.junit(nothing)).toContain('name="there was no source to examine"');
  const none = {
    ...{ ...nothing, verdict: 'inconclusive' as const, summary: { ...summary, skipped: [] } },
  };
  expect(EXCHANGE_PRINTERS.badge(none)).toContain('aria-label="rustward: no sources"');
  expect(EXCHANGE_PRINTERS.junit(none)).toContain('errors="1"');
});
