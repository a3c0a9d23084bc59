import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const ANY = '-2147483648..2147483647';

function seen(body: string): string {
  return rangesInUnit(
    `void see(int); extern int other; void f(int a, int b, char *p) { ${body} }`,
  ).join(' ');
}

test.each([
  ['int ok = a >= 0 && a < 10; if (ok) see(a);', '0..9'],
  ['int ok = a >= 0 && a < 10; b++; if (!ok) return; see(a);', '0..9'],
  ['int bad; bad = a < 0 || a > 9; if (bad) return; see(a);', '0..9'],
  ['int ok = a < 10; if (ok) see(a); else see(a);', '-2147483648..9 10..2147483647'],
  ['int ok = p != 0; if (!ok) return; see(1); if (p == 0) see(2);', '1..1'],
  ['int ok = (long)a < 10; if (ok == 1) see(a);', '-2147483648..9'],
])(
  'a variable that holds how a condition came out tells of what was compared: %s',
  (body, ranges) => {
    expect(seen(body)).toBe(ranges);
  },
);

test.each([
  ['int ok = a >= 0 && a < 10; a = other; if (ok) see(a);', ANY],
  ['int ok = a >= 0 && a < 10; if (b) ok = 1; if (ok) see(a);', ANY],
  ['int ok = 0; while (other) { a = other; if (ok) see(a); ok = a >= 0 && a < 10; }', ANY],
])('it does not where either is another one by then: %s', (body, ranges) => {
  expect(seen(body)).toBe(ranges);
});
