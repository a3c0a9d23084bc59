import { expect, test } from '@jest/globals';
import { isBelow, leadsOutside } from '../src/leads-outside.ts';

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

test.each([
  ['/a', '/a/b', true],
  ['/a', '/a/b/c', true],
  ['/', '/a', true],
  ['/a', '/a', false],
  ['/a', '/ab', false],
  ['/a/b', '/a', false],
])('below %j: %j', (folder, path, expected) => {
  expect(isBelow(folder, path)).toBe(expected);
});
