import { expect, test } from '@jest/globals';
import { firstIdOf, namesRule, presentIdOf } from '../../src/rules/former-ids.ts';
import { RULES } from '../../src/rules/index.ts';

test('each id stands for one rule', () => {
  const twice = [...Map.groupBy(RULES, ({ id }) => id)].filter(([, rules]) => rules.length > 1);
  expect(twice.map(([id]) => id)).toEqual([]);
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
