import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

/** The lines of memory findings, however sure the scan is of them. */
function foundLines(text: string): number[] {
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, {
    path: 'src/main.c',
    rules: C_RULES,
  });
  const lines = hits
    .filter(({ rule }) => /free|leak|malloc|null_deref|uninit|bounds/.test(rule))
    .filter(({ message }) => !message.includes('comes from the caller'))
    .map(({ location }) => location.line);
  return [...new Set(lines)].sort((a, b) => a - b);
}

/** What was a false alarm or went unseen because of elements of arrays, beside the defect that looks like it. */
const CASES: readonly (readonly [cause: string, code: string])[] = [
  [
    'a walk by whole elements stops before the end of the last one',
    `void fine(void) {
  long v[4];
  for (long *p = v; p < v + 4; p++) *p = 0;
  long *at = v, *end = (long *)((char *)v + sizeof v);
  while (at < end) *at++ = 1;
}
void bad(void) {
  long v[4];
  for (long *p = v; p <= v + 4; p++) *p = 0; // defect
}
void bytes(void) {
  char v[32];
  char *end = v + sizeof v;
  for (char *p = v; p < end; p++) *(long *)p = 0; // defect
}
`,
  ],
  [
    'an element that may be a variable is given back where it is none',
    `#include <stdlib.h>
#include <string.h>
static char none[] = "";
void fine(char **in) {
  char *names[4] = { none };
  for (int i = 1; i < 4; i++) names[i] = strdup(in[i]);
  for (int i = 1; i < 4; i++) free(names[i]);
  none[0] = 'x';
}
void bad(void) {
  char *name = none;
  free(name); // defect
}
`,
  ],
  [
    'an element is checked at the index at which it was stored',
    `#include <stdlib.h>
struct item { char *text; };
int fine(struct item *all, int n) {
  for (int i = 0; i < n; i++) {
    all[i].text = malloc(9);
    if (!all[i].text) return 1;
    all[i].text[0] = 0;
  }
  return 0;
}
int bad(struct item *all, int n) {
  for (int i = 0; i < n; i++) {
    all[i].text = malloc(9);
    all[i].text[0] = 0; // defect
  }
  return 0;
}`,
  ],
  [
    'an element is used after its release',
    `#include <stdio.h>
#include <stdlib.h>
void fine(char **all, int n) {
  for (int i = 0; i < n; i++) { puts(all[i]); free(all[i]); }
}
void also_fine(char **all, int n) {
  for (int i = 0; i < n; i++) { free(all[i]); all[i] = malloc(4); if (all[i]) *all[i] = 0; }
}
void bad(char **all, int n) {
  for (int i = 0; i < n; i++) {
    free(all[i]);
    puts(all[i]); // defect
  }
}`,
  ],
  [
    'each element of a table was given its pointer',
    `struct item { char *text; int key; };
static char shared[4];
int fine(int n) {
  struct item all[2] = {{0}};
  for (int i = 0; i < 2; i++) all[i].text = shared;
  return all[1].text[0] + all[0].text[0];
}
int table(void) {
  const struct item all[2] = {{shared, 1}, {shared, 2}};
  return all[1].text[0];
}
int walked(void) {
  struct item all[2] = {{0}};
  for (struct item *one = all; one < all + 2; one++) one->text = shared;
  return all[1].text[0];
}
int bad(void) {
  struct item all[2] = {{shared, 1}};
  return all[1].text[0]; // defect
}`,
  ],
  [
    'arrays of arrays and of records are written in loops',
    `int fine(int n) {
  int all[3][2];
  for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) all[i][j] = n;
  return all[2][1];
}
struct pair { int a, b; };
int records(int n, int k) {
  struct pair all[2];
  for (int i = 0; i < 2; i++) { all[i].a = n; all[i].b = 2; }
  return all[1].a + all[k & 1].b;
}
int bad(int n) {
  int all[3][2];
  return all[2][n & 1]; // defect
}`,
  ],
  [
    'a function with two loops of known length returns, and what is behind its call runs',
    `#include <stdlib.h>
static unsigned table[256];
static void fill(void) {
  for (int i = 0; i < 256; i++) {
    unsigned sum = i;
    for (int j = 8; j > 0; j--) sum = sum & 1 ? (sum >> 1) ^ 7 : sum >> 1;
    table[i] = sum;
  }
}
unsigned bad(char *p) {
  fill();
  free(p);
  return table[0] + *p; // defect
}`,
  ],
  [
    'a loop releases the blocks of all elements, however often it ran',
    `#include <stdlib.h>
int fine(int n) {
  char *all[8];
  for (int i = 0; i < n; i++) all[i] = malloc(4);
  for (int i = 0; i < n; i++) free(all[i]);
  return 0;
}
int bad(int n) {
  char *all[8];
  for (int i = 0; i < n; i++) all[i] = malloc(4); // defect
  return 0;
}`,
  ],
  [
    'one call in a loop allocates a block for each of several elements',
    `#include <stdlib.h>
int fine(size_t size) {
  char *all[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    all[i] = malloc(size);
    if (all[i] == NULL) {
      free(all[0]);
      free(all[1]);
      free(all[2]);
      return 1;
    }
  }
  free(all[0]);
  free(all[1]);
  free(all[2]);
  return 0;
}
void bad(int n, size_t size) {
  char *last = NULL;
  for (int i = 0; i < n; i++) {
    char *next = malloc(size);
    if (next == NULL) break;
    free(last);
    last = next;
  }
  free(last);
  free(last); // defect
}`,
  ],
];

test.each(CASES)('%s', (_cause, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});
