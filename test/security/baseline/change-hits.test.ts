import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import type { CRule } from '../../../src/rules/c/c-rule.ts';
import type { RuleDescription } from '../../../src/rules/rule.ts';
import { mergeChangeHits } from '../../../src/security/baseline/merge-change-hits.ts';
import { runSecurity } from '../../../src/security/pipeline.ts';
import type { ChangeRules } from '../../../src/security/scan/change-rules.ts';
import { draft } from '../../support/candidates.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { RULE } from '../../support/rules.ts';
import { addFiles } from '../../support/temporary-folder.ts';

/** Proposes each line with the word `weak`, too weakly for a finding, and `strong` as one. */
const WEAK_RULE: CRule = {
  ...RULE,
  languages: ['c', 'cpp'],
  inspect({ tree: { text } }, report) {
    for (const { index, 0: word } of text.matchAll(/weak|strong/g)) {
      const span = { start: index, end: index + word.length };
      report(span, 'It may be too long.', { confidence: word === 'weak' ? 0.45 : 0.7 });
    }
  },
};

const CHECK_REMOVED: RuleDescription = { ...RULE, id: 'check_removed', cwe: RULE.cwe };

/** Says of each line with `weak`, `strong` or `alone` that a check is gone, where one is. */
const CHANGE_RULES: ChangeRules = {
  runRust: () => [],
  descriptions: [CHECK_REMOVED],
  run(base, head) {
    const isGone = base.tree.text.includes('check') && !head.tree.text.includes('check');
    if (!isGone) return [];
    return [...head.tree.text.matchAll(/weak|strong|alone/g)].map(({ index, 0: word }) => {
      const span = { start: index, end: index + word.length };
      const message = '`len` was below 64 here until this change took away the check at line 1';
      const fn = head.functions.find(({ start, end }) => start <= index && index < end);
      return {
        ...{ rule: CHECK_REMOVED.id, location: head.tree.location(span), message },
        ...{ function: fn?.name ?? '', confidence: 0.65, trace: [] },
      };
    });
  },
};

async function review(before: string, after: string, changeRules = CHANGE_RULES) {
  const folder = gitRepository({ 'a.c': before });
  addFiles(folder, { 'a.c': after });
  return await runSecurity(
    {
      scan: { path: folder, threads: 0 },
      ...{ base: 'main', includeExisting: false, minConfidence: 0.4, failOn: 'low' },
      ...{ state: 'none', version: '1.2.3' },
    },
    {
      rules: [WEAK_RULE, CHECK_REMOVED],
      ...{ moreRules: [WEAK_RULE], changeRules, grammars: loadGrammars() },
      threadScript: new URL('absent.ts', import.meta.url),
      onWarning: () => {},
    },
  );
}

const CHECKED = 'void f(int n) {\n  if (check(n)) return;\n  weak(n);\n}\n';
const UNCHECKED = CHECKED.replace('  if (check(n)) return;\n', '');

describe('what change rules say', () => {
  test('a check that is taken away raises the candidate that it guarded, and says so', async () => {
    const { candidates, verdict, known } = await review(CHECKED, UNCHECKED);
    expect(candidates).toHaveLength(1);
    expect(candidates[0]).toMatchObject({
      ...{ pattern: RULE.id, line: 2, baseline: 'updated', confidence: 0.65 },
      description:
        'It may be too long. `len` was below 64 here until this change took away the check at line 1.',
    });
    expect(verdict).toBe('findings');
    expect(known).toEqual({ existing: 0, fixed: 0, included: false });
  });

  test('without a word of them the candidate is what it was', async () => {
    const none = { descriptions: [CHECK_REMOVED], run: () => [], runRust: () => [] };
    const { candidates, verdict, known } = await review(CHECKED, UNCHECKED, none);
    expect([candidates, verdict, known?.existing]).toEqual([[], 'clean', 1]);
  });

  test('a candidate that the base took for a finding behind the check is updated too', async () => {
    const strong = (text: string) => text.replace('weak', 'strong');
    const { candidates } = await review(strong(CHECKED), strong(UNCHECKED));
    expect(candidates.map(({ baseline, confidence }) => [baseline, confidence])).toEqual([
      ['updated', 0.67],
    ]);
  });

  test('where there is no candidate a hit is one of its own, and new', async () => {
    const alone = (text: string) => text.replace('weak', 'alone');
    const { candidates, rules } = await review(alone(CHECKED), alone(UNCHECKED));
    expect(candidates).toMatchObject([
      { gid: 1, pattern: 'check_removed', line: 2, function: 'f', baseline: 'new' },
    ]);
    expect(rules.map(({ id }) => id)).toEqual(['check_removed']);
  });

  test('an unchanged file is compared with nothing', async () => {
    const { candidates } = await review(UNCHECKED, UNCHECKED);
    expect(candidates).toEqual([]);
  });
});

describe('mergeChangeHits', () => {
  const hit = draft({ pattern: 'check_removed', confidence: 0.65, description: 'A check is gone' });
  const ceilings = new Map([[draft().pattern, 'high' as const]]);

  test.each([
    ['on its line', {}, {}],
    ['that it leads to', { line: 30 }, { trace: [{ ...step(30) }] }],
  ])('raises a candidate %s', (_, place, more) => {
    const weak = draft({ confidence: 0.45, ...place });
    const { drafts, introduced } = mergeChangeHits([weak], [{ ...hit, ...more }], ceilings);
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({ pattern: weak.pattern, confidence: 0.65 });
    expect(introduced.size).toBe(1);
  });

  test('two hits at one place of the change are one candidate, also of different weaknesses', () => {
    const other = draft({
      ...{ pattern: 'validity_check_removed', category: 'input', cwe: [754], confidence: 0.6 },
      description: 'A test of the form is gone',
    });
    const all = new Map([
      ['check_removed', 'medium' as const],
      ['validity_check_removed', 'high' as const],
    ]);
    const { drafts, introduced } = mergeChangeHits([], [other, hit], all);
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({
      ...{ pattern: 'check_removed', confidence: 0.65, cwe: [...hit.cwe, 754] },
      description: 'A check is gone. A test of the form is gone.',
    });
    expect([...introduced]).toEqual(drafts);
    const elsewhere = mergeChangeHits([], [{ ...other, line: hit.line + 3 }, hit], all);
    expect(elsewhere.drafts).toHaveLength(2);
  });

  test.each([
    ['another function', { function: 'other' }],
    ['another file', { file: 'other.c' }],
    ['another weakness', { cwe: [415], category: 'memory' as const }],
  ])('leaves a candidate of %s alone', (_, other) => {
    const weak = draft({ confidence: 0.45, ...other });
    const { drafts } = mergeChangeHits([weak], [hit], ceilings);
    expect(drafts).toEqual([weak, hit]);
  });
});

function step(line: number) {
  const { file, function: name } = draft();
  return { file, line, column: 1, end_line: line, end_column: 2, function: name, message: 'used' };
}
