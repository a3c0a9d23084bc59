import { expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

test.each([
  ['struct s { int x, y; } t[2] = {{1, 2}, {3, 4}}; see(t[0].y); see(t[1].x);', '2..2 3..3'],
  [
    'struct s { struct { int a, b; } in; int y; } t = {{5, 6}, 7}; see(t.in.b); see(t.y);',
    '6..6 7..7',
  ],
  [
    'struct s { struct { int a, b; } in; int y; } t = {5, 6, 7}; see(t.in.b); see(t.y);',
    '6..6 7..7',
  ],
  ['struct s { int v[2]; int y; } t = {5, 6, 7}; see(t.v[1]); see(t.y);', '6..6 7..7'],
  ['struct s { int x, y, z; } t = {.y = 5, 6}; see(t.x); see(t.y); see(t.z);', '0..0 5..5 6..6'],
  ['int t[3] = {[1] = 4, 5}; see(t[1]); see(t[2]);', '4..4 5..5'],
  ['int t[1] = {5}; int u[] = {6}; see(t[0]); see(*u);', '5..5 6..6'],
  ['int t[2][1] = {{5}, {6}}; int u[2][1] = {7, 8}; see(t[1][0]); see(u[1][0]);', '6..6 8..8'],
  ['struct s { int v[1], y; } t = {{5}, 6}; see(t.v[0]); see(t.y);', '5..5 6..6'],
  ['int t[3][1] = {[1] = {4}, [2][0] = 7}; see(t[1][0]); see(t[2][0]);', '4..4 7..7'],
  [
    'int t[2] = {0xD33E0AC2L}; int x = {0xD33E0AC2L}; see(t[0]); see(x);',
    '-750908734..-750908734 -750908734..-750908734',
  ],
  ['unsigned char t[3] = {300, -1, a}; see(t[0]); see(t[1]); see(t[2]);', '44..44 255..255 0..255'],
  ['struct s { unsigned char c; int d; } t = {{-1}, 2.5}; see(t.c); see(t.d);', '255..255 2..2'],
  ['int t[] = {[3] = 4, 5}; see(sizeof t / sizeof t[0]);', '5..5'],
  ['enum { A, B }; int t[] = {[B] = 4}; see(t[B]);', '4..4'],
  ['struct s { int x; } t[] = {{1}, {2}}; see(sizeof t / sizeof *t); see(t[1].x);', '2..2 2..2'],
  [
    'struct p { int a, b; }; struct s { struct p in[2]; } t = {.in[1].b = 3}; see(t.in[1].b); see(t.in[1].a);',
    '3..3 0..0',
  ],
  ['int t[2][2] = {{1, 2}, {3, 4}}; see(t[1][0]);', '3..3'],
  ['int t[2][2] = {1, 2, 3, 4}; see(t[1][0]);', '3..3'],
  [
    'struct s { int x; } o = {4}; struct w { struct s a; int y; } t = {o, 5}; see(t.a.x); see(t.y);',
    '4..4 5..5',
  ],
  ['union u { int i; char c; } t = {7}; see(t.i);', '7..7'],
  [
    'for (int i = 0; i < 2; i++) { struct { struct { int a; } in; } t = {{i}}; see(t.in.a); }',
    '0..1',
  ],
])('the values of a list are where C has them: %s', (body, expected) => {
  expect(ranges(body).join(' ')).toBe(expected);
});

test.each([
  'struct s { int x; } t[2] = {{1}, {2}}; see(t[n & 1].x);',
  'struct s { int x; } t[2] = {ITEMS(3), {2}}; see(t[1].x);',
  'int t[4] = {[1 ... 2] = 4}; see(t[1]);',
  'union u { int i; char c; } t = {.c = 7}; see(t.i);',
])('what is not known of a list is left open: %s', (body) => {
  expect(ranges(body)).toEqual(['-2147483648..2147483647']);
});

test('a record that holds itself, which no compiler takes, does not go on for ever', () => {
  expect(ranges('struct s { struct s inner; int n; } t = {1, 2}; int x = 3; see(x);')).toEqual([
    '3..3',
  ]);
});
