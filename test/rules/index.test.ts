import { describe, expect, test } from '@jest/globals';
import { CATEGORIES } from '../../src/rules/classification.ts';
import { firstIdOf, namesRule, presentIdOf } from '../../src/rules/former-ids.ts';
import { RULES } from '../../src/rules/index.ts';

test('each id stands for one rule', () => {
  const twice = [...Map.groupBy(RULES, ({ id }) => id)].filter(([, rules]) => rules.length > 1);
  expect(twice.map(([id]) => id)).toEqual([]);
});

test('rules are in the order of their ids, in which every list has them', () => {
  const ids = RULES.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  test('says what is wrong, why it matters and what to do, and shows it', () => {
    expect(rule.title).toMatch(/^\S.{9,}[^.!]$/);
    expect(rule.help).toMatch(/^[A-Z`].{60,}[.`]$/s);
    expect(rule.suggestion).toMatch(/^[A-Z`].{15,}\.$/);
    expect(CATEGORIES).toContain(rule.category);
    expect(rule.languages.length).toBeGreaterThan(0);
    expect(rule.examples.bad.length).toBeGreaterThan(0);
    expect(rule.examples.good.length).toBeGreaterThan(0);
    // An empty one would be left alone by every rule.
    const examples = [...rule.examples.bad, ...rule.examples.good];
    expect(examples.filter((text) => text.trim() === '')).toEqual([]);
  });

  test('has weaknesses of its own, each once', () => {
    expect(rule.cwe.length).toBeGreaterThan(0);
    expect(new Set(rule.cwe).size).toBe(rule.cwe.length);
  });
});

test('a rule that was renamed is a rule, and its former id means nothing else in its languages', () => {
  const renamed = RULES.filter(({ id }) => firstIdOf(id) !== id);
  expect(renamed).toHaveLength(5);
  for (const { id, languages } of renamed) {
    const heir = RULES.find((rule) => rule.id === firstIdOf(id));
    expect(languages).toEqual(['rust']);
    expect(heir?.languages).not.toContain('rust');
  }
});

test('a former id names the renamed rule in its own language only', () => {
  expect(presentIdOf('weak_crypto', 'rust')).toBe('rust_weak_crypto');
  expect(presentIdOf('weak_crypto', 'c')).toBe('weak_crypto');
  expect(presentIdOf('unwrap', 'rust')).toBe('unwrap');
  expect(firstIdOf('rust_weak_crypto')).toBe('weak_crypto');
  expect(firstIdOf('rust_path_traversal')).toBe('rust_path_traversal');
  expect(namesRule('weak_crypto', 'rust_weak_crypto')).toBe(true);
  expect(namesRule('rust_weak_crypto', 'rust_weak_crypto')).toBe(true);
  expect(namesRule('rust_weak_crypto', 'weak_crypto')).toBe(false);
});
