import { expect, test } from '@jest/globals';
import { isRecursive } from '../../../src/code/change/recursive-functions.ts';
import { lower } from '../../support/c-code.ts';

test.each([
  ['itself', 'int f(int n) { return n ? f(n - 1) : 0; }', true],
  [
    'through another',
    'int g(int); int f(int n) { return g(n); } int g(int n) { return f(n); }',
    true,
  ],
  [
    'through a pointer',
    'static int f(int); static int (*step)(int) = f; static int f(int n) { return n ? step(n) : 0; }',
    true,
  ],
  [
    'another that does',
    'int g(int n) { return n ? g(n - 1) : 0; } int f(int n) { return g(n); }',
    false,
  ],
  ['a function of another file', 'int g(int); int f(int n) { return g(n); }', false],
])('a function that calls %s', (_what, source, expected) => {
  const unit = lower(source);
  const fn = unit.functionsByName.get('f');
  if (fn === undefined) throw new Error('f is not there');
  expect(isRecursive(unit, fn)).toBe(expected);
});
