import { describe, expect, test } from '@jest/globals';
import { MistakesError } from '../../../src/errors.ts';
import { type NamedRule, nameProblem } from '../../../src/security/selection/rule-names.ts';
import {
  limitWarnings,
  settingsWarnings,
} from '../../../src/security/selection/settings-problems.ts';

const RULES: readonly NamedRule[] = [
  { id: 'unsafe_api', cwe: [676], furtherCwe: [242] },
  { id: 'acme/nofree', cwe: [415] },
];

const SOURCES = { rules: RULES, tools: new Set<string>(), hasModels: false };

describe('what is settled of rules', () => {
  const of = (names: readonly string[], places: Record<string, string> = {}) => [
    {
      ...{ folder: '', rules: Object.fromEntries(names.map((name) => [name, 'low' as const])) },
      at: { rules: places },
    },
  ];

  test('a name that means none is told with its place', () => {
    const names = ['unsafe_api', 'unsafe_apy', 'CWE-676', 'cwe-242', 'category:crypto', '*'];
    expect(settingsWarnings(of(names, { unsafe_apy: 'x.yml:3' }), SOURCES)).toEqual([
      'x.yml:3: there is no rule unsafe_apy; did you mean unsafe_api?',
    ]);
    expect(settingsWarnings(of(['category:crypt']), SOURCES)).toEqual([
      expect.stringContaining('there is no rule category:crypt; categories are bounds, '),
    ]);
  });

  test('a package of the run has all of its rules, and another scanner any', () => {
    const names = ['acme/nofree', 'acme/nofre', 'acme/*', 'cppcheck/nullPointer'];
    expect(settingsWarnings(of(names), SOURCES)).toEqual([
      'what is chosen of rules: there is no rule acme/nofre; did you mean acme/nofree?',
    ]);
  });

  test('a weakness without a rule does nothing where neither models nor other scanners look', () => {
    expect(settingsWarnings(of(['CWE-9999']), SOURCES)).toHaveLength(1);
    expect(settingsWarnings(of(['CWE-9999']), { ...SOURCES, hasModels: true })).toEqual([]);
  });
});

describe('a limit that counts nothing', () => {
  const limit = (of: string) => [{ of, most: 0, at: 'x.yml:4' }];

  test.each(['medium', 'unsafe_api', 'unsafe_*', 'CWE-676', 'category:memory', '*', 'acme/nofree'])(
    '%s counts something',
    (name) => expect(limitWarnings(limit(name), SOURCES)).toEqual([]),
  );

  test.each(['medum', 'unsafe_apy', 'category:crypt', 'safe_*', 'acme/nofre'])(
    '%s can be nothing, and is refused',
    (name) => {
      expect(() => limitWarnings(limit(name), SOURCES)).toThrow(MistakesError);
      expect(() => limitWarnings(limit(name), SOURCES)).toThrow(/^x\.yml:4: (there is )?no rule/);
    },
  );

  test('of rules that are not part of the run it is said', () => {
    expect(limitWarnings(limit('cppcheck/nullPointer'), SOURCES)).toEqual([
      'x.yml:4: this limit counts nothing: no rules and no results of cppcheck are part of this run',
    ]);
    const imported = { ...SOURCES, tools: new Set(['cppcheck']) };
    expect(limitWarnings(limit('cppcheck/nullPointer'), imported)).toEqual([]);
    expect(limitWarnings(limit('model/cwe-787'), SOURCES)).toEqual([
      'x.yml:4: this limit counts nothing: no model is asked, which alone finds model/cwe-787',
    ]);
    expect(limitWarnings(limit('model/cwe-787'), { ...SOURCES, hasModels: true })).toEqual([]);
  });
});

test('a rule that is gone is no slip', () => {
  const retired = new Set(['old_rule']);
  expect(nameProblem('old_rule', RULES, [], retired)?.kind).toBe('unmet');
  expect(nameProblem('old_rule', RULES)?.kind).toBe('unknown');
});
