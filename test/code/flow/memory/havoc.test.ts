import { expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';
const RECORD = 'struct t { int x, y; struct { int a; } in; }';

test.each([
  [`${RECORD} s = {0}; other(&s.x); see(s.x); see(s.y);`, `${ANY} 0..0`],
  [`${RECORD} s; s.x = 4; s.y = 3; other(&s.x); see(s.x); see(s.y);`, `${ANY} 3..3`],
  [`${RECORD} s = {0}, *p = &s; other(&p->x); see(p->x); see(s.y);`, `${ANY} 0..0`],
  [`${RECORD} s = {0}; other(&s.in.a); see(s.in.a); see(s.x);`, `${ANY} 0..0`],
  [`${RECORD} s = {0}; int *at = &s.x; other(at); see(s.x);`, ANY],
  [`${RECORD} s = {0}; struct { int *at; } r = {&s.x}; other(&r); see(s.x);`, ANY],
  [`${RECORD} s = {0}; memset(&s.x, 1, 4); see(s.x); see(s.y);`, `${ANY} 0..0`],
  [`${RECORD} s[2] = {0}; other(&s[1].x); see(s[1].x); see(s[0].x);`, `${ANY} 0..0`],
  [`${RECORD} s[2] = {0}; s[1].x = 4; other(&s[n & 1].x); see(s[1].x);`, ANY],
  ['union u { int i, j; } s; s.i = 0; other(&s.j); see(s.i);', ANY],
  ['union u { int i, j; } s, *p = &s; p->i = 0; other(&p->j); see(p->i);', ANY],
])('code that gets the address of a field may write it: %s', (body, expected) => {
  expect(ranges(body).join(' ')).toBe(expected);
});
