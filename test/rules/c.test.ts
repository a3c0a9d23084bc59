import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';
import { type CHit, runCRules } from '../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../src/rules/c-rules.ts';
import { weaknessesOf } from '../../src/rules/weaknesses.ts';
import { markedLines, unsaid, worthOfExamples } from '../support/rules.ts';

const grammars = loadGrammars();
const cParser = await grammars.parser('c');
const cppParser = await grammars.parser('cpp');
const parsers = { c: cParser, cpp: cppParser };

/** Of examples, which several tests ask for. */
const known = new Map<string, readonly CHit[]>();

function hitsIn(text: string, language: 'c' | 'cpp', path = 'src/main.c'): readonly CHit[] {
  const key = [language, path, text].join(' ');
  const parser = parsers[language];
  const hits =
    known.get(key) ??
    runCRules(parseSyntax(parser, text), language, parser, { path, rules: C_RULES }).hits;
  known.set(key, hits);
  return hits;
}

/** A hit in a line, so that a failure can be read. */
function shown(hits: readonly CHit[]): string[] {
  return hits.map((hit) => `${hit.location.line} ${hit.rule} ${hit.confidence}: ${hit.message}`);
}

const cases = C_RULES.flatMap((rule) =>
  rule.languages.flatMap((language) =>
    language === 'rust' ? [] : [[rule.id, language, rule] as const],
  ),
);

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
      expect(shown(hits.filter((hit) => hit.rule === id || hit.confidence >= 0.5))).toEqual([]);
    },
  );
});

describe.each(C_RULES.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
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

test.each(['c', 'cpp'] as const)('bad examples are worth in %s what they were', (language) => {
  const rules = C_RULES.filter(({ languages }) => languages.includes(language));
  const worth = worthOfExamples(rules, (rule, example) =>
    hitsIn(example, language).filter((hit) => hit.rule === rule.id),
  );
  expect(worth).toMatchSnapshot();
});

test('rule ids are unique', () => {
  const ids = C_RULES.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('what stands in a test folder counts for less', () => {
  const [rule] = C_RULES;
  const example = rule?.examples.bad[0] ?? '';
  const sure = hitsIn(example, 'c').find((hit) => hit.rule === rule?.id);
  const less = hitsIn(example, 'c', 'tests/main.c').find((hit) => hit.rule === rule?.id);
  expect(less?.confidence).toBeLessThan(sure?.confidence ?? 0);
});

test.each([
  [
    'vla_usage',
    'the size of one element, by which the function steps',
    `#include <string.h>
     void rotate(void *all, size_t count, size_t width) {
       char held[width];
       char *at = all;
       memcpy(held, at, width);
       memmove(at, at + width, width * (count - 1));
       memcpy(at + width * (count - 1), held, width);
     }`,
  ],
  [
    'wrong_call_arguments',
    'names that say nothing of what belongs where',
    `int blend(int a, int b) { return 3 * a + b; }
     int back(int a, int b) { return blend(b, a); }`,
  ],
])('%s only asks to look at %s', (rule, _what, text) => {
  expect(hitsIn(text, 'c').filter((hit) => hit.confidence >= 0.5)).toEqual([]);
  expect(hitsIn(text, 'c').map((hit) => hit.rule)).toContain(rule);
});
