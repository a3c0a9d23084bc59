import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

function seen(body: string): string {
  const text = `typedef unsigned long size_t; void see(int);
void f(int i, signed char c, int n, size_t m, long w) { int a[10]; ${body} }`;
  return rangesInUnit(text).join(' ');
}

const ANY = '-2147483648..2147483647';

test.each([
  ['if ((unsigned)i < 10) see(i);', '0..9'],
  ['if ((unsigned)i >= 10u) return; see(i);', '0..9'],
  ['if (10 > (unsigned)i) see(i);', '0..9'],
  ['if ((size_t)i <= 10) see(i);', '0..10'],
  ['if (i < sizeof a / sizeof a[0]) see(i);', '0..9'],
  ['if ((unsigned char)c <= 79) see(c);', '0..79'],
  ["if ((unsigned)(c - '0') < 10) see(c);", '48..57'],
  ['if ((unsigned)i == 7) see(i); else see(i);', `7..7 ${ANY}`],
  ['if (n < 0) return; if ((unsigned)i < (unsigned)n) see(i);', '0..2147483646'],
])('a negative number is a huge one: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});

test.each([
  ['if ((unsigned)i > 10) see(i);', ANY],
  ['if ((unsigned)i < 0x80000005u) see(i);', ANY],
  ['if ((unsigned char)i < 10) see(i);', ANY],
  ['if ((unsigned)w < 10) see((int)w);', ANY],
  ['if ((size_t)i < m) see(i);', ANY],
  ['if ((unsigned)i < (unsigned)n) see(i);', ANY],
  ['if ((unsigned)i < 10) return; see(i);', ANY],
])('of which nothing is to be learnt: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});
