import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { candidateSchema } from '../../../src/security/candidates/candidate.ts';
import { draftCandidates } from '../../../src/security/candidates/draft-candidates.ts';
import type { RuleHit } from '../../../src/security/candidates/file-analysis.ts';
import { RULE } from '../../support/rules.ts';

const TEXT = `${Array.from({ length: 20 }, (_, index) => `  line ${index + 1};`).join('\n')}\n`;
const RULES = new Map([[RULE.id, RULE]]);

function hit(line: number, changes: Partial<RuleHit> = {}): RuleHit {
  return {
    rule: RULE.id,
    location: { line, column: 3, endLine: line, endColumn: 8 },
    function: 'f',
    message: 'It is wrong.',
    confidence: 0.9,
    trace: [],
    ...changes,
  };
}

function drafts(hits: RuleHit[], text = TEXT) {
  const analysis = { language: 'c' as const, lines: 20, hits, functions: [], notes: [] };
  return draftCandidates('src/a.c', text, analysis, RULES);
}

describe('draftCandidates', () => {
  test('fills in everything a candidate has', () => {
    const [draft] = drafts([hit(7)]);
    const sum = createHash('sha1').update('src/a.c:7:bounds:test_rule').digest('hex');
    expect(draft).toMatchObject({
      id: `C${sum.slice(0, 6)}`,
      cwe: [120, 787],
      evidence: 'line 7;',
      severity: 'high',
      score: 2.7,
      excerpt: { first_line: 3, lines: TEXT.split('\n').slice(2, 11) },
    });
    expect(candidateSchema.parse({ gid: 1, ...draft })).toEqual({ gid: 1, ...draft });
  });

  test('clamps and rounds the confidence', () => {
    const found = drafts([
      hit(1, { confidence: 1 }),
      hit(2, { confidence: 0.1 }),
      hit(3, { confidence: 0.666 }),
    ]);
    expect(found.map(({ confidence, severity }) => [confidence, severity])).toEqual([
      [0.95, 'high'],
      [0.4, 'low'],
      [0.67, 'medium'],
    ]);
  });

  test('clips long lines and shows the ends of a file', () => {
    const [draft] = drafts([hit(1, { cwe: 787 })], `${'x'.repeat(500)}\ny`);
    expect(draft?.evidence).toHaveLength(200);
    expect(draft?.excerpt).toEqual({ first_line: 1, lines: ['x'.repeat(200), 'y'] });
    expect(draft?.cwe).toEqual([787, 120]);
  });

  test('keeps the surest of several hits of one rule on one line, in order', () => {
    const at = (line: number, column: number, confidence: number) =>
      hit(line, { location: { line, column, endLine: line, endColumn: 9 }, confidence });
    const found = drafts([at(9, 5, 0.5), at(9, 7, 0.6), at(9, 2, 0.6), at(4, 1, 0.5)]);
    expect(found.map(({ line, column }) => [line, column])).toEqual([
      [4, 1],
      [9, 2],
    ]);
  });

  test('refuses a hit of a rule that does not exist', () => {
    expect(() => drafts([hit(1, { rule: 'absent' })])).toThrow('no rule is called absent');
  });
});
