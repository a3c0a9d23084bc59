import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

/** Whether a write through a pointer that is read from an array reaches each of two variables. */
function reaches(body: string): readonly boolean[] {
  const code = `void see(int); struct s { int *p; };
void f(unsigned n, int *q) { int a = 1, b = 2; ${body} if (a == 9) see(1); if (b == 9) see(2); }`;
  const seen = rangesInUnit(code);
  return [seen.includes('1..1'), seen.includes('2..2')];
}

test.each<[string, readonly [boolean, boolean]]>([
  ['int *v[2] = {&a, &b}; *v[n & 1] = 9;', [true, true]],
  ['int *v[2]; v[0] = &a; v[1] = &b; int *p = v[n & 1]; *p = 9;', [true, true]],
  ['int *v[2] = {&a, &b}; v[n & 1] = v[0]; *v[1] = 9;', [true, true]],
  ['int *v[2]; v[n & 1] = &a; v[(n + 1) & 1] = &b; *v[0] = 9;', [true, true]],
  ['int *v[2]; v[n & 1] = &a; v[n & 1] = q; *v[0] = 9;', [true, false]],
  ['int *v[2] = {&a, &b}, **at = v + (n & 1); **at = 9;', [true, true]],
  ['int *v[2] = {&a, &b}, **at = v + (n & 1); *at = &a; *v[1] = 9;', [true, true]],
  ['struct s v[2] = {{&a}, {&b}}, *r = &v[n & 1]; *r->p = 9;', [true, true]],
  ['struct s v[2] = {{&a}, {&b}}; v[n & 1].p = &a; *v[1].p = 9;', [true, true]],
  ['int *v[2] = {&a, q}; *v[1] = 9;', [false, false]],
  ['int *v[2] = {&a, &b}; *v[1] = 9;', [false, true]],
])('%s', (body, expected) => {
  expect(reaches(body)).toEqual(expected);
});
