import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { decisionOn } from '../../src/github/dismissals/dismissal.ts';
import { findingKey } from '../../src/github/publication-plan/finding-key.ts';
import { RULES } from '../../src/rules/index.ts';
import { parseBaseline } from '../../src/security/baseline/baseline-file.ts';
import { matchBaseline } from '../../src/security/baseline/match-baseline.ts';
import { printCandidates } from '../../src/security/candidates/candidates-text.ts';
import { runSecurity } from '../../src/security/pipeline.ts';
import { PRINTERS } from '../../src/security/printers/printers.ts';
import type { Report } from '../../src/security/report/report.ts';
import { SCAN_THREAD } from '../../src/workspace/own-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const C = `#include <stdio.h>
int share(int total) {
  int people = 0;
  scanf("%d", &people);
  return total / people;
}
`;
const RUST = 'pub fn share(total: u32, people: u32) -> u32 {\n    total / people\n}\n';

async function scanned(files: Record<string, string>): Promise<Report> {
  return await runSecurity(
    {
      scan: { path: temporaryFolder(files), threads: 0 },
      ...{ includeExisting: false, minConfidence: 0.4, failOn: 'high' },
      ...{ state: 'none', version: '0.1.0' },
    },
    {
      ...{ rules: RULES, moreRules: [], grammars: loadGrammars(), threadScript: SCAN_THREAD },
      onWarning: (line) => {
        throw new Error(line);
      },
    },
  );
}

function divisions({ candidates }: Report) {
  return candidates.filter(({ pattern }) => pattern.endsWith('divide_by_zero'));
}

/** What a version wrote in which both rules had one id. */
function asBefore(text: string): string {
  return text.replaceAll('rust_divide_by_zero', 'divide_by_zero');
}

const report = await scanned({ 'a.c': C, 'b.rs': RUST });

describe('a rule for C and one for Rust that had one id', () => {
  test('findings carry the suggestion and the help of their own language', () => {
    expect(divisions(report).map(({ file, pattern }) => [file, pattern])).toEqual([
      ['a.c', 'divide_by_zero'],
      ['b.rs', 'rust_divide_by_zero'],
    ]);
    const help = new Map(report.rules.map((rule) => [rule.id, rule.help]));
    for (const { pattern, suggestion } of divisions(report)) {
      const rule = RULES.find(({ id }) => id === pattern);
      expect(suggestion).toBe(rule?.suggestion);
      expect(help.get(pattern)).toContain(rule?.help);
    }
    for (const print of [PRINTERS.markdown, PRINTERS.html, PRINTERS.sarif]) {
      expect(print(report)).toMatch(/NonZero/);
    }
    const ofC = { ...report, candidates: report.candidates.filter(({ file }) => file === 'a.c') };
    expect(divisions(ofC)[0]?.suggestion).not.toMatch(/NonZero/);
  });

  test.each([
    ['JSON', PRINTERS.json(report)],
    ['SARIF', PRINTERS.sarif(report)],
    ['candidates.jsonl', printCandidates(report.candidates.map(({ digest: _, ...one }) => one))],
  ])('what an earlier version wrote as %s is a baseline', (_, text) => {
    const { states, absent } = matchBaseline(
      report.candidates,
      parseBaseline(asBefore(text), RULES),
    );
    expect(new Set(states)).toEqual(new Set(['unchanged']));
    expect(absent).toEqual([]);
  });

  test('comments and suppression files with the former id count', async () => {
    const comment = '    total / people // rustward-ignore: divide_by_zero checked by callers\n';
    const inSource = await scanned({ 'b.rs': RUST.replace('    total / people\n', comment) });
    expect(divisions(inSource).map(({ suppression }) => suppression?.kind)).toEqual(['inSource']);
    const entries = `[{ rule: 'divide_by_zero', file: 'b.rs', reason: 'checked by callers' }]`;
    const listed = await scanned({ 'b.rs': RUST, '.rustward/suppressions.json5': entries });
    expect(divisions(listed).map(({ suppression }) => suppression?.kind)).toEqual(['external']);
  });

  test('the ids of findings, and their keys on GitHub, are what they were', () => {
    const [, ofRust] = divisions(report);
    if (ofRust === undefined) throw new Error('nothing is found in the Rust file');
    const before = { ...ofRust, pattern: 'divide_by_zero' };
    expect(ofRust.id).toBe('R5ab422');
    expect(findingKey(ofRust)).toBe(findingKey(before));
    const { pattern: rule, file, fingerprint } = before;
    const record = { rule, file, fingerprint, key: findingKey(before) };
    const decision = { state: 'accepted', reason: 'known', by: 'wanda' } as const;
    const decided = { ...record, ...decision, at: '2026-01-01T00:00:00Z' };
    expect(decisionOn(ofRust, [decided])).toBe(decided);
  });
});
