import { expect, test } from '@jest/globals';
import { endOfDirective } from '../../../../src/code/c/declarations/macro-definitions.ts';
import { lower } from '../../../support/c-code.ts';

function bodyOf(text: string, name: string): string | undefined {
  return lower(text).configuration.macro(name)?.body;
}

test.each([
  ['#define N 8 // bytes', '8'],
  ['#define N /* in bytes */ 8', '8'],
  ['#define URL "http://example.org/" // home', '"http://example.org/"'],
  ['#define SEPARATOR \'"\' // "', "'\"'"],
  ['#define QUOTED "a \\" // b" // c', '"a \\" // b"'],
  ['#define HALF(x) ((x) / 2)', '((x) / 2)'],
  ['#define LONG 1 + \\\n  2', '1 +   2'],
])('%s', (text, body) => {
  const name = /define (\w+)/.exec(text)?.[1] ?? '';
  expect(bodyOf(`${text}\n`, name)).toBe(body);
});

test('a macro with parameters knows their names', () => {
  const { configuration } = lower('#define MAX(a, b) ((a) > (b) ? (a) : (b))\n');
  expect(configuration.macro('MAX')?.parameters).toEqual(['a', 'b']);
});

test('of two definitions that differ and both hold none is taken', () => {
  const text =
    '#ifdef BIG\n#define N 8\n#else\n#define N 4\n#endif\n#define N 4\n#define M 1\n#define M 1\n';
  expect(bodyOf(text, 'N')).toBeUndefined();
  expect(bodyOf(text, 'M')).toBe('1');
});

test('a body goes on behind the comments in it', () => {
  const { configuration } = lower(`#define FIRST /* what it is */ 5
#define ADD(to, what) {  \\
   /* the usual case */    \\
   if (what) to += what;   \\
   else to++; // the other \\
}
`);
  expect(configuration.macro('FIRST')?.body).toBe('5');
  expect(configuration.macro('ADD')?.body.replace(/\s+/g, ' ')).toBe(
    '{ if (what) to += what; else to++;',
  );
});

test.each([
  ['#define A 1\nint x;', 11],
  ['#define A 1 \\\n + 2\nint x;', 18],
  ['#define A 1 \\\r\n + 2\r\nint x;', 20],
  ['#define A /* \n */ 2\nint x;', 19],
  ['#define A /* no end\nint x;', 26],
  ['#define A "/*"\nint x;', 14],
  ["#define A don't /* \n */\nint x;", 23],
  ['#define A 1 // "/* \nint x;', 19],
  ['#define A \\', 11],
])('the directive %j ends at %d', (text, end) => {
  expect(endOfDirective(text, 0)).toBe(end);
});
