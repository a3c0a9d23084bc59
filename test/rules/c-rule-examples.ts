import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import type { CRule } from '../../src/rules/c/c-rule.ts';
import { type CHit, runCRules } from '../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { weaknessesOf } from '../../src/rules/weaknesses.ts';
import {
  inEachLanguage,
  markedLines,
  shownHits,
  unsaid,
  worthOfExamples,
} from '../support/rules.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

/** Of examples, which several tests ask for. */
const known = new Map<string, readonly CHit[]>();

/** What all rules say of a text. */
export function hitsIn(text: string, language: 'c' | 'cpp', path = 'src/main.c'): readonly CHit[] {
  const key = [language, path, text].join(' ');
  const parser = parsers[language];
  const hits =
    known.get(key) ??
    runCRules(parseSyntax(parser, text), language, parser, { path, rules: C_RULES }).hits;
  known.set(key, hits);
  return hits;
}

/** Rules for C and C++ are tested by the examples that they show, in each of their languages. */
export function testExamples(rules: readonly CRule[]): void {
  const cases = inEachLanguage(rules);

  describe.each(cases)('%s in %s', (id, language, rule) => {
    test.each(rule.examples.bad.map((example, index) => [index, example] as const))(
      'hits exactly the marked lines of bad example %i',
      (_index, example) => {
        const hits = hitsIn(example, language).filter((hit) => hit.rule === id);
        const lines = hits.map((hit) => hit.location.line);
        expect([...new Set(lines)]).toEqual(markedLines(example));
        const weaknesses = hits.map(({ cwe = rule.cwe[0] }) => cwe);
        expect(weaknessesOf(rule)).toEqual(expect.arrayContaining(weaknesses));
        expect(unsaid(hits)).toEqual([]);
      },
    );

    test.each(rule.examples.good.map((example, index) => [index, example] as const))(
      'no rule hits good example %i',
      (_index, example) => {
        const hits = hitsIn(example, language);
        expect(shownHits(hits.filter((hit) => hit.rule === id || hit.confidence >= 0.5))).toEqual(
          [],
        );
      },
    );
  });

  describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
    test('describes itself within the limits', () => {
      expect(rule.id).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
      expect(rule.title.length).toBeLessThanOrEqual(60);
      expect(rule.title).not.toMatch(/[.!]$/);
      const sentences = rule.help.split(/[.?!:](?:\s|$)/).filter((part) => part.trim() !== '');
      expect(sentences.length).toBeGreaterThanOrEqual(2);
      expect(
        rule.help.split(/[.?!](?:\s|$)/).filter((part) => part !== '').length,
      ).toBeLessThanOrEqual(5);
      for (const cwe of rule.cwe) {
        expect(Number.isInteger(cwe)).toBe(true);
        expect(cwe).toBeGreaterThan(0);
      }
      expect(rule.listen !== undefined || rule.inspect !== undefined).toBe(true);
    });
  });

  const languages = (['c', 'cpp'] as const).filter((one) =>
    rules.some((rule) => rule.languages.includes(one)),
  );
  test.each(languages)('bad examples are worth in %s what they were', (language) => {
    const own = rules.filter((rule) => rule.languages.includes(language));
    const worth = worthOfExamples(own, (rule, example) =>
      hitsIn(example, language).filter((hit) => hit.rule === rule.id),
    );
    expect(worth).toMatchSnapshot();
  });
}
