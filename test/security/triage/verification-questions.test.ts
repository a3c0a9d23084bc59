import { expect, test } from '@jest/globals';
import { CATEGORIES } from '../../../src/rules/classification.ts';
import { verificationQuestions } from '../../../src/security/triage/verification-questions.ts';

test('each category of the candidates has its questions, once', () => {
  const of = (...categories: (typeof CATEGORIES)[number][]) =>
    verificationQuestions(categories.map((category) => ({ category })));
  expect(of('integer', 'bounds', 'integer').split('\n')).toEqual([
    ...of('integer').split('\n'),
    ...of('bounds').split('\n'),
  ]);
  expect(of('integer')).toContain('after promotion');
});

test.each(CATEGORIES.filter((one) => one !== 'other'))('%s has a question', (category) => {
  expect(verificationQuestions([{ category }])).toMatch(/^- .*\?/);
});

test('where there is nothing more to ask, that is said', () => {
  expect(verificationQuestions([{ category: 'other' }])).toBe('- nothing beyond that');
});
