import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { checkChosenRules } from '../../../src/security/selection/check-chosen-rules.ts';

const IDS = new Set(['double_free', 'acme/nofree']);

function check(
  only: readonly string[],
  origins: { hasImports?: boolean; hasModels?: boolean } = {},
): void {
  checkChosenRules([{ folder: '', rules: {}, only: [...only] }], IDS, origins);
}

test.each([
  [['acme/nofree']],
  [['acme/*']],
  [['double_*', '*/nofree']],
  [['double_free', 'CWE-416', '*']],
  [[]],
])('%j', (only) => {
  expect(() => check(only)).not.toThrow();
});

test.each([
  ['acme/nofre', 'there is no rule acme/nofre; did you mean acme/nofree?'],
  ['other/*', 'there is no rule other/*'],
  ['other/rule', 'there is no rule other/rule; name its file with --rules'],
])('%s alone would find nothing', (name, message) => {
  expect(() => check([name])).toThrow(UsageError);
  expect(() => check(['double_free', name])).toThrow(message);
});

test('rules of other scanners are known by what is imported', () => {
  expect(() => check(['codeql/cpp/overflow'], { hasImports: true })).not.toThrow();
});

test('what models claim is named by its weakness, where models are asked', () => {
  expect(() => check(['model/cwe-787'], { hasModels: true })).not.toThrow();
  expect(() => check(['model/cwe-787'])).toThrow('there is no rule model/cwe-787');
  expect(() => check(['model/other'], { hasModels: true })).toThrow('there is no rule model/other');
});
