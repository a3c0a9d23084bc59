import { expect, test } from '@jest/globals';
import { ranges, rangesInUnit } from '../../../support/c-code.ts';

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

const ROWS = 'struct { int x; struct { int a, b; } in; } s[2] = {0};';

test.each([
  ['int x = 0; other(&x); x = 1; later(); see(x);', ANY],
  [`${RECORD} s = {0}; other(&s.x); s.x = 1; later(); see(s.x);`, ANY],
  [`${RECORD} s[2] = {0}; other(&s[0].x); s[0].x = 1; later(); see(s[0].x);`, ANY],
  [`${RECORD} *s = malloc(sizeof *s); other(s); s->x = 1; later(); see(s->x);`, ANY],
  ['int x = 0; x = 1; later(); see(x);', '1..1'],
  ['int x; other(&x); if (x < 0 || x > 9) return; later(); see(x);', '0..9'],
  ['char *t = 0; fill(&t); later(); if (t == 0) see(a);', ANY],
])(
  'code that has got an address may write constants there in a later call: %s',
  (body, expected) => {
    expect(ranges(body).join(' ')).toBe(expected);
  },
);

test('the inner record of an element at one index may be that at another', () => {
  const body = `${ROWS} see(s[0].in.a); int v[2] = {1, 2}; memcpy(&s[n & 1].in, v, sizeof v); see(s[0].in.a);`;
  expect(ranges(body)).toEqual(['0..0', ANY]);
});

test.each([
  ['int before = total; later(); if (total > before) see(1);'],
  ['int before = s->x; later(s); if (s->x > before) see(1);'],
  ['int before = s->in->x; inner(s); if (s->in->x != before) see(1);'],
  ['if (total < n) { later(); if (total >= n) see(1); }'],
  ['if (s->x < n) { later(s); if (s->x >= n) see(1); }'],
])('a copy of what code may have written since is not what is there: %s', (body) => {
  const text = `int total; struct in { int x; }; struct s { int x; struct in *in; };
static void inner(struct s *s) { s->in->x++; }
void f(struct s *s, int n) { ${body} }`;
  expect(rangesInUnit(text)).toEqual(['1..1']);
});
