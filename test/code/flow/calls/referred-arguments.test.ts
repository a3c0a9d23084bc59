import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

test.each([
  ['a reference that is declared', 'void get(int &n);', 'get(n);'],
  ['a reference of a function that is seen', 'void get(int &n) { n = 3; }', 'get(n);'],
  ['a method', 'struct In { void get(int &n); }; In in;', 'in.get(n);'],
  ['a function of which no declaration is in sight', '', 'get(n);'],
])('%s may change a number', (_name, before, call) => {
  const text = `${before} void f() { int n = 0; ${call} if (n == 0) return; see(7); }`;
  expect(rangesInUnit(text, 'cpp')).toContain('7..7');
});

test.each([
  ['cpp' as const, 'void get(int n);', 'get(n);'],
  ['cpp' as const, '#include <cstdio>\n', 'printf("%d", n);'],
  ['c' as const, '', 'get(n);'],
])('what is given by value stays: %s %s', (language, before, call) => {
  expect(rangesInUnit(`${before} void f(void) { int n = 9; ${call} see(n); }`, language)).toEqual([
    '9..9',
  ]);
});
