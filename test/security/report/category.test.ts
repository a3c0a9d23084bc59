import { expect, test } from '@jest/globals';
import { categoryOf } from '../../../action/inputs/category-of.ts';
import { toSarif } from '../../../src/security/printers/sarif/sarif.ts';
import { isCategory, sarifCategory } from '../../../src/security/report/category.ts';
import { reportOf } from '../printers/example-report.ts';

test('results of one part of a repository are told from those of another', () => {
  const id = (category?: string) => {
    const report = { ...reportOf([]), mode: 'scan' as const, ...(category && { category }) };
    return JSON.parse(toSarif(report)).runs[0].automationDetails.id;
  };
  expect([id(), id('libs/a')]).toEqual(['rustward/scan/', 'rustward/scan/libs/a/']);
  expect(sarifCategory({ mode: 'review', category: 'b' })).toBe('rustward/review/b');
});

test.each([
  [{ category: undefined, path: '.' }, {}],
  [{ category: undefined, path: './' }, {}],
  [{ category: undefined, path: './libs/a b/' }, { category: 'libs/a_b' }],
  [{ category: 'x', path: 'libs' }, { category: 'x' }],
])('the Action: %j', (inputs, expected) => {
  expect(categoryOf(inputs)).toEqual(expected);
});

test.each(['', '/a', 'a/', 'a//b', 'a b', 'ä', 'a'.repeat(101)])('%j is no category', (name) => {
  expect(isCategory(name)).toBe(false);
});
