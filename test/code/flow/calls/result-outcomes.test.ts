import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';
const HELPERS = `void exit(int); void *malloc(unsigned long); extern int other;
static int is_digit(int n) { if (n < 0 || n > 9) return 0; return 1; }
static int is_digit_too(int n) { return n >= 0 && n <= 9; }
static int checked(int n) { return is_digit(n); }
static int compared(int n) { if (n < 0) return -1; if (n == 0) return 0; return 1; }
static int maybe(int n) { if (n > 9 && other) return 0; return 1; }
static int changed(int n) { n = other; if (n > 9) return 0; return 1; }
static int is_missing(const void *p) { return p == 0; }
static int limited(int n, int gently) { if (n > 9) { if (gently) return -1; exit(1); } return 0; }
static void *made(int n, int gently) { void *p; if (limited(n, gently)) return 0; p = malloc(n); if (!p) { if (!gently) exit(1); return 0; } return p; }
static void *made_or_exit(int n) { return made(n, 0); }
`;

/** What a caller sees where it has asked one of the helpers. */
function seen(body: string): string {
  return rangesInUnit(`${HELPERS}void see(int); void f(int a, char *p) { ${body} }`).join(' ');
}

test.each([
  ['if (is_digit(a)) see(a);', '0..9'],
  ['if (!is_digit(a)) return; see(a);', '0..9'],
  ['if (is_digit_too(a)) see(a);', '0..9'],
  ['if (checked(a)) see(a);', '0..9'],
  ['int b = is_digit(a); other = 0; if (b) see(a);', '0..9'],
  ['int b = a; if (is_digit(b)) see(a);', '0..9'],
  ['if (compared(a) < 0) see(a);', '-2147483648..-1'],
  ['if (compared(a) > 0) see(a);', '1..2147483647'],
  ['if (compared(a) <= 0) see(a);', '-2147483648..0'],
  ['if (a > -99 && a < 99 && is_digit(a + 1)) see(a);', '-1..8'],
  ['if (is_missing(p)) return; see(1); if (p == 0) see(2);', '1..1'],
  ['if (limited(a, 0)) see(a); see(7);', '7..7'],
  ['char *q = made_or_exit(3); see(1); if (q == 0) see(2);', '1..1'],
])('what a call returns tells of what it was given: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});

test.each([
  ['if (maybe(a)) see(a);', ANY],
  ['if (changed(a)) see(a);', ANY],
  ['if (!is_digit(a)) see(a);', ANY],
  ['int b = is_digit(a); a = other; if (b) see(a);', ANY],
  ['int b = 0; for (int i = 0; i < 9; i++) { if (b) see(a); b = is_digit(a); a = other; }', ANY],
  ['int b = 0; for (int i = 0; i < 9; i++) { a += i; if (b) see(a); b = is_digit(a); }', ANY],
  ['char *q = made(3, 1); see(1); if (q == 0) see(2);', '1..1 2..2'],
  ['if (limited(a, 1)) see(1);', '1..1'],
])('of others, and of what has changed since, nothing is known: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});
