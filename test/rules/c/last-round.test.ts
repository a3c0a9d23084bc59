import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { outOfBoundsWrite } from '../../../src/rules/c/out-of-bounds-write.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';

const parser = await loadGrammars().parser('c');

const CASES: readonly [string, string][] = [
  [
    'a loop that counts to a number is certain to reach it',
    `#include <stdlib.h>
void up_to(int *in) {
  int t[4];
  for (int i = 0; i <= 4; i++) t[i] = in[i]; // certain
  in[0] = t[1];
}
void block(void) {
  char *p = malloc(10);
  if (p == NULL) return;
  for (unsigned i = 0; i <= 10; i += 1) p[i] = 0; // certain
  free(p);
}
static void fill(char *to) {
  for (int i = 0; i < 20; i++) to[i] = 1; // certain
}
int made(void) {
  char b[16];
  fill(b);
  return b[0];
}`,
  ],
  [
    'where a round may be left out, or the loop may end before, it is not',
    `void some(int *in, int n) {
  int t[4];
  for (int i = 0; i < 5; i++) {
    if (in[i]) t[i] = n; // possible
  }
  in[0] = t[1];
}
void until(int *in) {
  int t[4];
  for (int i = 0; i < 5; i++) {
    if (!in[i]) break;
    t[i] = 1; // possible
  }
  in[0] = t[1];
}
void two(int *in) {
  int t[4];
  for (int i = 0; i < 5; ++i) {
    t[i] = in[0]; // possible
    if (in[1] > 3) i++;
  }
  in[0] = t[1];
}
void guarded(int *in) {
  int t[4];
  for (int i = 0; i < 5; i++) {
    if (i < 4) t[i] = in[0];
  }
  in[0] = t[1];
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  const named = code.split('\n').flatMap((line, at) => {
    const how = /\/\/ (certain|possible)$/.exec(line)?.[1];
    return how === undefined ? [] : [`${at + 1} ${how}`];
  });
  const options = { path: 'src/main.c', rules: [outOfBoundsWrite] };
  const { hits } = runCRules(parseSyntax(parser, code), 'c', parser, options);
  const found = hits.map(({ location, confidence }) =>
    confidence >= 0.8 ? `${location.line} certain` : `${location.line} possible`,
  );
  expect(found).toEqual(named);
});
