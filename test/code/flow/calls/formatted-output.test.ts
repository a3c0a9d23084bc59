import { expect, test } from '@jest/globals';
import { sights } from '../../../support/c-code.ts';

/** What is known of the first argument of `see`, after which a function ends. */
function seen(body: string) {
  const [heard] = sights(`void f(const char *text, int n, void *q) { char t[900]; ${body} }`);
  const first = heard?.[0];
  if (first === undefined) throw new Error(`nothing is seen in ${body}`);
  return first;
}

test.each([
  ['"abc"', '0..3'],
  ['"100%%"', '0..4'],
  ['"%d-%d", n, n', '0..23'],
  ['"%u", n', '0..10'],
  ['"%u", n & 7', '0..1'],
  ['"%x", n & 15', '0..1'],
  ['"%x", n & 16', '0..2'],
  ['"%5d", n & 7', '0..5'],
  ['"%.4d", n & 7', '0..4'],
  ['"%*d", 1, n & 7', '0..1'],
  ['"%c%c", n, n', '0..2'],
  ['"%s", "four"', '0..4'],
  ['"%.2s", "four"', '0..2'],
  ['"%.9s", "four"', '0..4'],
  ['"%.6s", text', '0..6'],
  ['"<%.6s>", text', '0..8'],
  ['"%d"', '0..0'],
])('sprintf of %s makes a text of %s characters', (made, range) => {
  expect(seen(`sprintf(t, ${made}); see(strlen(t));`).range).toBe(range);
});

test('a text of any length has no end before that of the array', () => {
  expect(seen('sprintf(t, "%s", text); see(strlen(t));').range).toBe('0..899');
});

test('a size bounds what is written, and not what it would take', () => {
  expect(seen('snprintf(t, 5, "%d", n); see(strlen(t));').range).toBe('0..4');
  expect(seen('long r = snprintf(t, 5, "%d", n); see(r);').range).toMatch(/\.\.11$/);
  expect(seen('long r = snprintf(t, 5, "%.1f", *(double *)q); see(r);').range).toMatch(
    /\.\.2147483647$/,
  );
});

test('what goes in from outside comes out', () => {
  const line = 'char l[9]; fgets(l, 9, q);';
  expect(seen(`${line} sprintf(t, "%s", l); see(t);`).taint).toBe('file');
  expect(seen(`${line} sprintf(t, "%d %s", n, l); see(t);`).taint).toBe('file');
  expect(seen(`${line} sprintf(t, "%*d%s", n, n, l); see(t);`).taint).toBe('file');
  expect(seen(`${line} sprintf(t, l); see(t);`).taint).toBe('file');
  expect(seen(`${line} sprintf(t, "%.0s", l); see(t);`).taint).toBe('file');
  expect(seen(`${line} sprintf(t, "%d", n); see(t);`).taint).toBeUndefined();
});
