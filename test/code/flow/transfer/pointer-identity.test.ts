import { expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

const RECORD = 'struct t { int a, b; } s = {0}, u = {0}, r[2] = {{0}}, *p = &s;';
const ANY = '-2147483648..2147483647';

test.each([
  ['if (n) p = &r[a & 1]; if (p == &s) see(1); else see(2);', '1..1 2..2'],
  ['for (int i = 0; i < 2; i++) p = &r[n & 1]; if (p == &s) see(1); else see(2);', '1..1 2..2'],
  ['p = 0; if (n) p = &s; if (p != &s) see(1); else see(2);', '1..1 2..2'],
  ['if (p != &s) see(1); else see(2);', '2..2'],
])(
  'a pointer that may be null or lead to several things differs from one of them: %s',
  (body, expected) => {
    expect(ranges(`${RECORD} ${body}`).join(' ')).toBe(expected);
  },
);

test.each([
  ['if (n) p = &u; other(&p->a); see(s.a); see(u.a); see(s.b);', `${ANY} ${ANY} 0..0`],
  ['if (n) p = &u; int *at = &p->a; *at = 5; see(s.a); see(u.a);', '0..2147483647 0..2147483647'],
  ['int *at = &r[n & 1].b; *at = 9; see(r[1].b);', ANY],
])('the address of a field of one of several records is that of each: %s', (body, expected) => {
  expect(ranges(`${RECORD} ${body}`).join(' ')).toBe(expected);
});

test('the address of a field of the record that a pointer has moved to', () => {
  const body = `p = r + 1; int *at = &p->b; *at = 4; see(r[0].b); see(r[1].b);
    p = r; p++; at = &p->a; other(at); see(r[1].a); see(r[0].a);`;
  expect(ranges(`${RECORD} ${body}`).join(' ')).toBe(`0..0 4..4 ${ANY} 0..0`);
});
