import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { UsageError } from '../../../src/errors.ts';
import { loadBaselineFile, parseBaseline } from '../../../src/security/baseline/baseline-file.ts';
import { matchBaseline } from '../../../src/security/baseline/match-baseline.ts';
import type { Candidate } from '../../../src/security/candidates/candidate.ts';
import { printCandidates } from '../../../src/security/candidates/candidates-text.ts';
import { candidateId } from '../../../src/security/candidates/draft-candidates.ts';
import { PRINTERS } from '../../../src/security/printers/printers.ts';
import type { Report, ReportedCandidate } from '../../../src/security/report/report.ts';
import { draft } from '../../support/candidates.ts';
import { RULE } from '../../support/rules.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const candidates = fc
  .array(
    fc.record({
      file: fc.constantFrom('a.c', 'src/ü b.c', 'lib/c.rs', '100%.h'),
      line: fc.integer({ min: 1, max: 50 }),
      function: fc.constantFrom('', 'f', 'g<T>'),
      evidence: fc.constantFrom('x();', 'y("%s");', ''),
      fingerprint: fc.constantFrom('a:1', 'a:2', 'b:1'),
      confidence: fc.constantFrom(0.4, 0.55, 0.9),
    }),
  )
  .map((parts) =>
    parts.map((part, index): Candidate => {
      const { file, line } = part;
      const id = candidateId('c', file, line, 'bounds', RULE.id);
      const excerpt = { first_line: line, lines: [part.evidence] };
      const place = { end_line: line, pattern: RULE.id, excerpt };
      return { gid: index + 1, ...draft({ ...part, id, ...place }) };
    }),
  );

function reportOf(reported: readonly ReportedCandidate[]): Report {
  return {
    version: '0.1.0',
    mode: 'scan',
    verdict: 'clean',
    notice: 'Nobody looked.',
    summary: {
      total: reported.length,
      by_language: {},
      by_category: {},
      by_severity: { high: 0, medium: 0, low: 0 },
      top_risk_files: [],
      scanned_files: 1,
      scanned_lines: 1,
      scanned_root: '.',
      skipped: [],
    },
    candidates: reported,
    rules: [],
  };
}

describe('a result as the baseline of the same result', () => {
  test.each([
    ['our JSON report', (all: Candidate[]) => PRINTERS.json(reportOf(all))],
    ['our SARIF', (all: Candidate[]) => PRINTERS.sarif(reportOf(all))],
    ['candidates.jsonl', printCandidates],
  ])('%s leaves nothing new and nothing absent', (_, print) => {
    fc.assert(
      fc.property(candidates, (all) => {
        const { states, absent } = matchBaseline(all, parseBaseline(print(all), [RULE]));
        expect(states).toEqual(all.map(() => 'unchanged'));
        expect(absent).toEqual([]);
      }),
    );
  });

  test('what was suppressed counts as known, what was absent does not', () => {
    const [a, b] = [
      { gid: 1, ...draft() },
      { gid: 2, ...draft({ file: 'b.c' }) },
    ];
    const text = PRINTERS.json(
      reportOf([
        { ...a, suppression: { kind: 'inSource', reason: 'r' } },
        { ...b, baseline: 'absent' },
      ]),
    );
    expect(parseBaseline(text, [])).toEqual([a]);
  });
});

describe('matchBaseline', () => {
  const old: Candidate = { gid: 1, ...draft() };

  test.each([
    ['shifted', { line: 90 }],
    ['followed by other code', { fingerprint: 'other:1' }],
    ['moved with its function to another file', { file: 'new.c', fingerprint: 'other:1' }],
  ])('knows a place that was %s', (_, changes) => {
    const match = matchBaseline([draft(changes)], [old]);
    expect(match).toEqual({ states: ['unchanged'], absent: [] });
  });

  test('a copy is new, and the nearest place takes the known one', () => {
    const copy = draft({ file: 'copy.c' });
    expect(matchBaseline([copy, draft()], [old])).toEqual({
      states: ['new', 'unchanged'],
      absent: [],
    });
  });

  test('another rule, or another line of another function, is new', () => {
    const other = draft({ pattern: 'double_free' });
    const elsewhere = draft({ function: 'g', fingerprint: 'x:1' });
    expect(matchBaseline([other, elsewhere], [old])).toEqual({
      states: ['new', 'new'],
      absent: [old],
    });
  });
});

test('a baseline may begin with a byte order mark', () => {
  const folder = temporaryFolder({
    'c.jsonl': `\uFEFF${JSON.stringify({ gid: 1, ...draft() })}\n`,
  });
  expect(loadBaselineFile(join(folder, 'c.jsonl'), [])).toHaveLength(1);
});

test('a baseline that cannot be read is refused in plain words', () => {
  expect(() => loadBaselineFile(temporaryFolder(), [])).toThrow(
    /: illegal operation on a directory$/,
  );
});

describe('parseBaseline', () => {
  test('takes the empty file of a scan that proposed nothing', () => {
    expect(parseBaseline('', [])).toEqual([]);
  });

  test.each([
    ['not json', 'neither a JSON report, nor SARIF'],
    ['{}', 'no report of Rustward'],
    ['[]', 'no report of Rustward'],
    [
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Other"}},"results":[]}]}',
      'no SARIF 2.1.0 of Rustward',
    ],
    ['{"gid":1}', 'line 1 is no candidate'],
    [`${JSON.stringify({ gid: 1, ...draft() })}\n{"gid":`, 'line 2 is not JSON'],
  ])('refuses %s', (text, message) => {
    expect(() => parseBaseline(text, [])).toThrow(UsageError);
    expect(() => parseBaseline(text, [])).toThrow(message);
    // What the engine of JavaScript says of JSON is no help.
    expect(() => parseBaseline(text, [])).not.toThrow(/Unexpected|Expected/);
  });
});
