import { expect, test } from '@jest/globals';
import { fitsRulePattern, isRulePattern } from '../../../src/security/selection/rule-pattern.ts';

test('a name with a star is a pattern, and the star alone means all', () => {
  const names = ['use_*', 'acme/*', '*_leak', '*', 'use_after_free', 'CWE-416', 'category:*'];
  expect(names.filter(isRulePattern)).toEqual(['use_*', 'acme/*', '*_leak']);
});

test.each([
  ['use_after_*', ['use_after_free', 'use_after_move']],
  ['*_leak', ['memory_leak']],
  ['*after*free', ['use_after_free']],
  ['acme/*', ['acme/log']],
  ['use*free*free', []],
  ['use_after_free*', ['use_after_free']],
  ['use_after_f*free', []],
])('%s', (pattern, fitting) => {
  const ids = ['use_after_free', 'use_after_move', 'memory_leak', 'acme/log'];
  expect(ids.filter((id) => fitsRulePattern(pattern, id))).toEqual(fitting);
});

test('many stars take no longer', () => {
  expect(fitsRulePattern(`${'a*'.repeat(5000)}b`, 'a'.repeat(10_000))).toBe(false);
});
