import { describe, expect, test } from '@jest/globals';
import { ranges } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';

describe('elements of arrays', () => {
  test.each([
    [
      'struct s { int x; } v[3] = {{0}}; for (int i = 0; i < 3; i++) v[i].x = i + 5; see(v[1].x);',
      ANY,
    ],
    ['struct s { int x; } v[3] = {{0}}; v[1].x = 5; see(v[n & 1].x);', ANY],
    [
      'struct s { int x, y; } v[2] = {{0}}; v[n & 1].y = 4; see(v[0].x); see(v[0].y);',
      `0..0 ${ANY}`,
    ],
    [
      'struct s { int x; } v[3] = {{1}, {2}, {3}}, *q = v; q++; see(q->x); q->x = 9; see(v[1].x); see(v[0].x);',
      '2..2 9..9 1..1',
    ],
    [
      'struct s { int x; } v[3] = {{0}}; for (struct s *q = v; q < v + 3; q++) q->x = 7; see(v[1].x);',
      ANY,
    ],
    ['int m[2][2] = {{1, 1}, {1, 1}}; m[n & 1][a & 1] = 9; see(m[1][1]);', '1..2147483647'],
    [
      'int m[2][2] = {{1, 1}, {1, 1}}; m[n & 1][1] = 9; see(m[1][1]); see(m[1][0]);',
      '1..2147483647 1..1',
    ],
    ['struct s { int w[4]; } v[3]; v[a].w[1] = 3; see(v[b].w[1]);', ANY],
    ['struct s { int w[4]; } v[3]; v[a].w[n & 3] = 3; see(v[b].w[n & 3]);', ANY],
  ])('one at an index that is no number may be any: %s', (body, expected) => {
    expect(ranges(body).join(' ')).toBe(expected);
  });

  test.each([
    ['int v[9]; v[a] = 3; see(v[a]);', '3..3'],
    ['int v[9]; v[a] = 3; v[b] = 4; see(v[a]); see(v[b]);', `${ANY} 4..4`],
    ['int v[9]; v[a] = 3; v[0] = 4; see(v[a]);', ANY],
    ['int v[9]; v[a] = 3; a++; see(v[a]);', ANY],
    ['int v[9]; v[a] = 3; if (b) v[a] = 2; see(v[a]);', ANY],
    ['int v[9]; v[a] = 3; if (b) v[a + 1] = 2; see(v[a]);', ANY],
    ['int *v = (int *)p; v[a] = 3; unseen(v); see(v[a]);', ANY],
    ['int *v = (int *)p; if (v[a] == 3) { unseen(v); see(v[a]); }', ANY],
    ['struct s { int x; } v[3]; v[a].x = 3; see(v[a].x); v[b].x = 4; see(v[a].x);', `3..3 ${ANY}`],
    [
      'struct s { int x; } *v = (struct s *)p; for (; n; n--, v++) { v->x = 3; see(v->x); }',
      '3..3',
    ],
    ['int v[4]; for (int i = 0; i < 4; i++) { v[i] = i; see(v[i]); }', '0..3'],
    ['int v[9]; while (n--) { see(v[a]); v[a] = 2; a = n; }', ANY],
  ])('what was stored is read again at the same index alone: %s', (body, expected) => {
    expect(ranges(body).join(' ')).toBe(expected);
  });
});

describe('other names of the same bytes', () => {
  test.each([
    ['union { int i; unsigned char c[4]; } u; u.i = 0; u.c[0] = 7; see(u.i);', ANY],
    ['union { int i; struct { short lo, hi; } h; } u; u.i = 5; u.h.lo = 3; see(u.i);', ANY],
    [
      'union { int i; float f; char c; } u = {0}; u.c = 3; see(u.i); u.i = 4; see(u.i);',
      `${ANY} 4..4`,
    ],
    ['union u { int i; short s; } x, *q = &x; q->i = 5; q->s = 1; see(x.i);', ANY],
    ['int x = 0; char *q = (char *)&x; q[0] = 3; see(x);', ANY],
    ['int x = 0; char *q = (char *)&x; *q = 3; see(x);', ANY],
    ['int x = 0; int *q = &x; q[0] = 3; see(x);', '3..3'],
  ])('%s', (body, expected) => {
    expect(ranges(body).join(' ')).toBe(expected);
  });
});
