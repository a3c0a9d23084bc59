import { describe, expect, test } from '@jest/globals';
import { ranges, sights } from '../../../support/c-code.ts';

test.each([
  ['if (a > 3) see(a);', '4..2147483647'],
  ['if (a >= 3 && a < 10) see(a);', '3..9'],
  ['if (!(a < 3 || a > 10)) see(a);', '3..10'],
  ['if (3 < a) see(a);', '4..2147483647'],
  ['if (a == 7) see(a);', '7..7'],
  ['if (a >= 0 && a != 0) see(a);', '1..2147483647'],
  ['if (a < 0) return; see(a);', '0..2147483647'],
  ['if (a < 99 && a + 1 < 10 && a > 0) see(a);', '1..8'],
  ['if (a < 99 && a > 0 && 2 * a < 11) see(a);', '1..5'],
  ['if (a > -100 && -a > 5) see(a);', '-99..-6'],
  ['if (a) return; see(a);', '0..0'],
  ['if ((a = b) > 5) see(a);', '6..2147483647'],
  ['if ((a > 3) == 1) see(1); if (likely(a < 4)) see(a);', '-2147483648..3'],
  ['if ((a > 3) != 0) see(a);', '4..2147483647'],
  ['if ((a > 3) == 0) see(a);', '-2147483648..3'],
  ['if (0 != (a > 3)) see(a);', '4..2147483647'],
  ['if ((a > 3) != 1) see(a);', '-2147483648..3'],
  ['if ((int)(a > 3 && a < 9) != 0) see(a);', '4..8'],
  ['if (__builtin_expect((a > 3) != 0, 0)) see(a);', '4..2147483647'],
  ['if (__builtin_expect(__builtin_expect(a > 3, 1) == 0, 0)) see(a);', '-2147483648..3'],
  ['if (((a > 3) != 0) == 0) see(a);', '-2147483648..3'],
  ['if (n) see(n);', '1..4294967295'],
  ['if (n < 16) see(n);', '0..15'],
  ['if (n - 1 < 16) see(n);', '0..4294967295'],
  ['if (a < 8 ? a > 2 : 0) see(a);', '3..7'],
  ['if (a < 8 ? 0 : a < 12) see(a);', '8..11'],
  ['if (a < 8 ? a > 2 : a > 20) return; if (a > 0) see(a);', '1..20'],
  ['if (a < 8 ? a > 2 : a < 6) see(a);', '3..7'],
  ['if (a > 5 ?: a == 3) see(a);', '3..2147483647'],
  ['switch (a) { case 3: see(a); }', '3..3'],
  ['switch (a) { case 1: case 2: see(a); }', '1..2'],
  ['if (a >= 0 && a < 9) switch (a) { case 1 ... 5: see(a); }', '1..5'],
  ['switch (n) { case 3 ... 9: break; default: if (n > 5) see(n); }', '6..4294967295'],
  ['switch (n) { case 0 ... 9: break; default: see(n); }', '10..4294967295'],
  ['switch (a) { case -4 ... -2: see(a); }', '-4..-2'],
  ['if (a >= 0) switch (a) { case 0: break; default: see(a); }', '1..2147483647'],
  ['assert(a > 4); see(a);', '5..2147483647'],
  ['while (a < 5) a = a + 1; see(a);', '5..2147483647'],
])('%s', (body, expected) => {
  expect(ranges(body).at(-1)).toBe(expected);
});

describe('comparing signed with unsigned', () => {
  test('says nothing of a negative number', () => {
    expect(ranges('if (a < n) see(a);')).toEqual(['-2147483648..2147483647']);
    expect(ranges('if (a > 10u) see(a);')).toEqual(['-2147483648..2147483647']);
  });

  test('-1 is the largest unsigned number', () => {
    expect(ranges('if (n < -1) see(n);')).toEqual(['0..4294967294']);
    expect(ranges('if (n == -1) see(n);')).toEqual(['4294967295..4294967295']);
    expect(ranges('switch (n) { case -1: see(n); }')).toEqual(['4294967295..4294967295']);
  });

  test('a small unsigned type is compared as a signed int', () => {
    expect(ranges('unsigned char c = a; if (c < -1) see(c); see(1);')).toEqual(['1..1']);
  });
});

test('what cannot be is not heard of', () => {
  expect(ranges('if (a > 5) { if (a < 3) see(a); }')).toEqual([]);
  expect(ranges('if (a == 1 && a == 2) see(a);')).toEqual([]);
  expect(ranges('if (a != a) see(a);')).toEqual([]);
  expect(ranges('if (n < 0) see(n);')).toEqual([]);
});

describe('variables against each other', () => {
  test('a chain of comparisons is followed', () => {
    expect(ranges('int c = get(); if (a < b && b < c) { if (c < a) see(1); }')).toEqual([]);
    expect(ranges('if (a < b) { if (b <= a) see(1); }')).toEqual([]);
    expect(ranges('if (a < b) { a++; if (a > b) see(1); else see(2); }')).toEqual(['2..2']);
  });

  test('are not forgotten where paths meet, if both know them', () => {
    expect(ranges('if (a < b && a > 0) { if (n) a--; if (a >= b) see(1); }')).toEqual([]);
  });

  test('are forgotten where only one path knows them', () => {
    expect(ranges('if (n) { if (a >= b) return; } if (a >= b) see(1);')).toEqual(['1..1']);
  });
});

describe('pointers', () => {
  const nullness = (body: string): string[] =>
    sights(`void f(char *p, char *q, int a) { ${body} }`).map(([first]) => first?.isNull ?? '');

  test.each([
    ['see(p);', 'maybe'],
    ['if (p) see(p);', 'never'],
    ['if (!p) see(p);', 'always'],
    ['if (p == NULL) return; see(p);', 'never'],
    ['if (NULL != p) see(p);', 'never'],
    ['if (p != 0 && *p) see(p);', 'never'],
    ['if (p == 0 || a) see(p);', 'maybe'],
    ['*p = 1; see(p);', 'never'],
    ['p = &a; see(p);', 'never'],
    ['p = 0; see(p);', 'always'],
    ['if (!(p = get())) return; see(p);', 'never'],
    ['while (!p) p = get(); see(p);', 'never'],
    ['if ((unsigned long)p != 0) see(p);', 'never'],
    ['if ((unsigned long)p - 4096 != 0) see(p);', 'maybe'],
  ])('%s', (body, expected) => {
    expect(nullness(body)).toEqual([expected]);
  });

  test('a copy of a checked pointer is checked', () => {
    expect(nullness('q = p; if (q) see(p);')).toEqual(['never']);
  });
});
