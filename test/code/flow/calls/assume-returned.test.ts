import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';
const HELPERS = `void exit(int); void *malloc(unsigned long); extern int other;
static void digit(int n) { if (n < 0 || n > 9) exit(1); }
static void digit_or(int n) { if (n > 9 && other) exit(1); }
static void small(unsigned char n) { if (n > 9) exit(1); }
static void wide(long n) { if (n > 9) exit(1); }
static void changed(int n) { n = 3; if (n > 9) exit(1); }
static void present(const void *p) { if (!p) exit(1); }
static void *given(void *p) { if (p == 0) exit(1); return p; }
static void deeper(int n) { digit(n); }
static int told(int n) { if (n < 0) return -1; if (n > 9) exit(1); return n; }
`;

/** What a caller sees behind calls of the helpers. */
function seen(body: string): string {
  return rangesInUnit(`${HELPERS}void see(int); void f(int a, char *p) { ${body} }`).join(' ');
}

test.each([
  ['digit(a); see(a);', '0..9'],
  ['deeper(a); see(a);', '0..9'],
  ['wide(a); see(a);', '-2147483648..9'],
  ['told(a); see(a);', '-2147483648..9'],
  ['if (a < 5) digit(a); see(a);', '0..2147483647'],
  ['present(p); see(1); if (p == 0) see(2);', '1..1'],
  ['char *q = given(malloc(3)); see(1); if (q == 0) see(2);', '1..1'],
  ['char *q = malloc(3); given(q); see(1); if (q == 0) see(2);', '1..1'],
  ['if (a < 0) digit(a); see(a);', '0..2147483647'],
  ['int b = a; digit(a); see(b);', '0..9'],
])('behind a call an argument is such that the callee comes back: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});

test.each([
  ['digit_or(a); see(a);', ANY],
  ['small(a); see(a);', ANY],
  ['changed(a); see(a);', ANY],
  ['int b = a; digit(a); a = other; see(a);', ANY],
  ['if (a > -99 && a < 99) { digit(a + 1); see(a); }', '-1..8'],
])('of others nothing is known: %s', (body, expected) => {
  expect(seen(body)).toBe(expected);
});

test('of several functions that may be meant all say so', () => {
  const text = `void exit(int); void see(int);
#ifdef A
static void check(int n) { if (n < 0 || n > 9) exit(1); }
#else
static void check(int n) { if (n < 0) exit(1); }
#endif
void f(int a) { check(a); see(a); }`;
  expect(rangesInUnit(text)).toEqual(['0..2147483647']);
});
