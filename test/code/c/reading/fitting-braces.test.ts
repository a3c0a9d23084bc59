import { expect, test } from '@jest/globals';
import { withFittingBraces } from '../../../../src/code/c/reading/fitting-braces.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { lex } from '../../../../src/code/syntax/lexer.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../../src/rules/c-rules.ts';

const print = (text: string): string =>
  withFittingBraces(lex(text))
    .map((token) => token.text)
    .join(' ');

test.each([
  ['int f(int a) { a++; } return a; }', 'int f ( int a ) { a ++ ; return a ; }'],
  [
    'int f(int a) { a++; } if (a) { a--; } return a; }',
    'int f ( int a ) { a ++ ; if ( a ) { a -- ; } return a ; }',
  ],
  ['int f(int a) { a++; } g(a); } return a; }', 'int f ( int a ) { a ++ ; g ( a ) ; return a ; }'],
])('a brace that closes a function too early is left out: %s', (text, expected) => {
  expect(print(text)).toBe(expected);
});

test.each([
  'int f(void) { return 1; } int g(void) { return 2; }',
  'int f(void) { return 1; } }',
  'int f(void) { return 1; } int g(void) { return 2; } }',
  'int f(void) { return 1; } MACRO(x) int g(void) { return 2; } }',
  'namespace n { int f() { return 1; } }',
  'int f(void) { return 1; } return 2;',
])('others stay: %s', (text) => {
  const tokens = lex(text);
  expect(withFittingBraces(tokens)).toBe(tokens);
});

test.each([
  ['int f(int a) return a; }', 'int f ( int a ) { return a ; }'],
  [
    'int g(void); int *f() int *q = 0; return q; }',
    'int g ( void ) ; int * f ( ) { int * q = 0 ; return q ; }',
  ],
  [
    'int g(void) { return 1; } int f(int a) if (a) { a--; } return a; }',
    'int g ( void ) { return 1 ; } int f ( int a ) { if ( a ) { a -- ; } return a ; }',
  ],
])('a brace that is missing behind the head of a function is made: %s', (text, expected) => {
  expect(print(text)).toBe(expected);
});

test('what is freed before the early brace is used behind it', async () => {
  const parser = await loadGrammars().parser('c');
  const text = `#include <stdlib.h>
#include <stdio.h>
int f(char *p) {
  if (*p)
    free(p);
  }
  puts(p);
  return 0;
}
`;
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, {
    path: 'a.c',
    rules: C_RULES,
  });
  expect(hits.map(({ rule, location }) => `${rule}:${location.line}`)).toContain(
    'use_after_free:7',
  );
});
