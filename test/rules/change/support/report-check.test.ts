import { expect, test } from '@jest/globals';
import { shortText } from '../../../../src/rules/change/support/report-check.ts';

test('text of the source is quoted on one line, and cut where it is long', () => {
  expect(shortText(' a &&\n\t    b ')).toBe('a && b');
  expect(shortText('a'.repeat(240))).toBe('a'.repeat(240));
  const cut = shortText('a'.repeat(241));
  expect(cut).toHaveLength(240);
  expect(cut).toMatch(/a…$/);
});
