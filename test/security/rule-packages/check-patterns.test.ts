import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { checkPatterns } from '../../../src/security/rule-packages/check-patterns.ts';
import { parseRuleFile } from '../../../src/security/rule-packages/rule-file.ts';

async function check(rule: Readonly<Record<string, unknown>>): Promise<void> {
  const text = JSON.stringify({ rules: [{ id: 'acme/form', title: 'A form', ...rule }] });
  await checkPatterns(parseRuleFile(text, 'rules.yml'), 'rules.yml');
}

test.each([
  [{ pattern: 'f($X' }, 'the pattern "f($X" is neither an expression nor statements'],
  [{ pattern: '$X' }, 'the pattern "$X" would match everything'],
  [{ pattern: ['f()', 'g(,)'] }, 'the pattern "g(,)" is neither'],
  [{ pattern: 'f()', 'pattern-not': 'f(\n  ;' }, 'the pattern "f( ;" is neither'],
  [{ pattern: 'f()', 'pattern-inside': 'while (' }, 'the pattern "while (" is neither'],
  [{ pattern: 'delete $X', languages: 'c' }, 'the pattern "delete $X" is neither'],
  [
    { pattern: 'f($X)', 'pattern-not': 'f($Y)', 'metavariable-regex': { $Y: 'a' } },
    'metavariable-regex names $Y, which neither pattern nor pattern-inside has',
  ],
])('%j is refused', async (rule, why) => {
  const checked = check(rule);
  await expect(checked).rejects.toThrow(UsageError);
  await expect(checked).rejects.toThrow(`rules.yml: the rule acme/form: ${why}`);
});

test.each([
  [{ pattern: 'delete $X' }],
  [{ pattern: ['delete $X', 'free($X)'], 'pattern-inside': 'if ($C) { ... }' }],
  [{ pattern: 'f($X)', 'metavariable-regex': { $X: 'a' } }],
  [{ call: 'f' }],
])('%j is taken', async (rule) => {
  await expect(check(rule)).resolves.toBeUndefined();
});
