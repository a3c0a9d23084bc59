import { expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';
const RECORD = 'struct t { int a, b; struct { int d[2]; } in; }';

test.each([
  [`${RECORD} s = {0}, u = {4, 5, {{3}}}; s = u; see(s.in.d[0]); u.b = 9; see(s.b);`, '3..3 5..5'],
  [`${RECORD} s = {4, 5, {{3}}}, u = {0}; s = u; see(s.in.d[0]); see(s.b);`, `${ANY} 0..0`],
  [`${RECORD} s = {0}, u = {4, 5, {{3}}}; if (n) s = u; see(s.a); see(s.in.d[0]);`, `0..4 ${ANY}`],
  [`${RECORD} s = {1}, *from = (void *)n; s = *from; see(s.a);`, ANY],
  [
    `${RECORD} s = {1}, *from = (void *)n; if (from->a > 3) { s = *from; see(s.a); }`,
    '4..2147483647',
  ],
  [
    `${RECORD} r[2] = {{1, 2}, {3, 4}}, s = {7, 8}; r[1] = s; see(r[1].b); see(r[0].a);`,
    '8..8 1..1',
  ],
  [`${RECORD} r[2] = {{1, 2}, {3, 4}}, s = {7, 8}; r[n & 1] = s; see(r[1].b);`, ANY],
  [
    `${RECORD} r[2] = {{1, 2}, {3, 4}}, s; s = r[1]; see(s.b); s = r[n & 1]; see(s.b);`,
    `4..4 ${ANY}`,
  ],
  [`${RECORD} s = {7, 8}, u = {0}; int *at = &u.a; u = s; see(*at);`, '7..7'],
])('a record is copied whole, and nothing else: %s', (body, expected) => {
  expect(ranges(body).join(' ')).toBe(expected);
});
