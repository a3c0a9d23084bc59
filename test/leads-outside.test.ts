import { expect, test } from '@jest/globals';
import { leadsOutside } from '../src/leads-outside.ts';

test.each([
  ['..', true],
  ['../a', true],
  ['/a', true],
  ['', false],
  ['a/b', false],
  ['..a', false],
  ['...', false],
])('%j', (path, expected) => {
  expect(leadsOutside(path)).toBe(expected);
});
