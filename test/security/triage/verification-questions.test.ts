import { expect, test } from '@jest/globals';
import { CATEGORIES } from '../../../src/rules/classification.ts';
import { verificationQuestions } from '../../../src/security/triage/verification-questions.ts';

test('each category of the candidates has its questions, once', () => {
  const of = (...categories: (typeof CATEGORIES)[number][]) =>
    verificationQuestions(categories.map((category) => ({ category, cwe: [] })));
  expect(of('integer', 'bounds', 'integer').split('\n')).toEqual([
    ...of('integer').split('\n'),
    ...of('bounds').split('\n'),
  ]);
  expect(of('integer')).toContain('after promotion');
});

test.each(CATEGORIES.filter((one) => one !== 'other'))('%s has a question', (category) => {
  expect(verificationQuestions([{ category, cwe: [] }])).toMatch(/^- .*\?/);
});

test('where there is nothing more to ask, that is said', () => {
  expect(verificationQuestions([{ category: 'other', cwe: [] }])).toBe('- nothing beyond that');
});

test.each([
  [762, 'resource', /allocated the memory/],
  [704, 'cpp', /alignment/],
  [685, 'error_handling', /which type/],
  [835, 'resource', /ends the loop/],
  [369, 'integer', /divisor/],
] as const)('CWE-%d has a question of its own', (cwe, category, question) => {
  const [own, ...others] = verificationQuestions([{ category, cwe: [cwe] }]).split('\n');
  expect(own).toMatch(question);
  expect(others).toEqual([]);
});
