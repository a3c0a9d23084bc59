import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { shownWorth } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

/** What is said of a file that a change brings, as `line rule severity confidence`. */
function toldOf(text: string): string[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  return hits.map((hit) => shownWorth(C_RULES, hit)).sort();
}

/** What the comments at the ends of lines say. */
function named(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      (/\/\/ (.*)$/.exec(line)?.[1] ?? '')
        .split(', ')
        .filter((one) => one !== '')
        .map((one) => `${index + 1} ${one}`),
    )
    .sort();
}

/** Kinds of defect, each in forms that programmers write, between sound code that looks like them. */
const KINDS: readonly (readonly [kind: string, code: string])[] = [
  [
    'memory of alloca has a size',
    `#include <alloca.h>
#include <string.h>
void use(char *text);
void end(void) {
  char *p = alloca(4);
  p[4] = 0; // out_of_bounds_write high 0.81
  use(p);
}
void copy(const char *s) {
  char *p = __builtin_alloca(64);
  if (strlen(s) < 64) strcpy(p, s);
  else memcpy(p, s, 65); // boundary_funcs high 0.82
  use(p);
}
void count(size_t n) {
  if (n > 100) return;
  char *p = alloca(n);
  p[n] = 0; // out_of_bounds_write high 0.81
  use(p);
}
char unwritten(void) {
  char *p = alloca(16);
  return p[3]; // uninitialized_use medium 0.78
}
void sound(size_t n, const char *s) {
  if (n > 100) return;
  char *p = alloca(n + 1);
  p[n] = 0;
  use(p);
  size_t length = strlen(s);
  if (length > 100) return;
  char *q = alloca(length + 1);
  strcpy(q, s);
  use(q);
}
struct node { struct node *next; int v; };
int list(int n) {
  struct node *head = 0;
  for (int i = 0; i < n; i++) {
    struct node *one = alloca(sizeof *one);
    one->next = head;
    one->v = i;
    head = one;
  }
  int sum = 0;
  for (struct node *at = head; at != 0; at = at->next) sum += at->v;
  return sum;
}`,
  ],
  [
    'an index that stands before its array',
    `int fourth(void) {
  int a[4] = { 1, 2, 3, 4 };
  return 3[a] + 4[a]; // out_of_bounds_read high 0.81
}
char digit(unsigned x) { return (x & 15)["0123456789abcdef"]; }
char wide(unsigned x) { return (x & 31)["0123456789abcdef"]; } // out_of_bounds_read low 0.66
int first(int *p) { return p ? 0[p] : 0; }
int none(int *p) {
  if (!p) return 0[p]; // possible_null_deref high 0.84
  return 1;
}`,
  ],
  [
    'a length of what comes behind the start of a text',
    `#include <stdlib.h>
#include <string.h>
char *whole(const char *a) {
  char *p = malloc(strlen(a + 1));
  if (p == NULL) return NULL;
  strcpy(p, a); // unsafe_api high 0.84
  return p;
}
char *measured(const char *a) {
  size_t n = strlen(&a[1]);
  char *p = malloc(n + 1);
  if (p == NULL) return NULL;
  memcpy(p, a, strlen(a) + 1); // boundary_funcs high 0.82
  return p;
}
char *rest(const char *a) {
  if (a[0] != '/') return NULL;
  char *p = malloc(strlen(a + 1) + 1);
  if (p == NULL) return NULL;
  strcpy(p, a + 1);
  return p;
}
char *all(const char *a) {
  if (a[0] != '/') return NULL;
  char *p = malloc(strlen(a + 1) + 2);
  if (p == NULL) return NULL;
  strcpy(p, a);
  return p;
}`,
  ],
  [
    'a search that may find nothing',
    `#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void use(const char *text);
int line(void) {
  char line[80];
  if (!fgets(line, sizeof line, stdin)) return 1;
  *strchr(line, '\\n') = 0; // unchecked_result low 0.63
  use(line);
  return 0;
}
int pairs(FILE *in) {
  char line[80];
  while (fgets(line, sizeof line, in)) {
    char *key = strtok(line, "="); // strtok_nonreentrant low 0.45
    if (key == NULL || strcmp(key, "depth") != 0) continue;
    char *value = strtok(NULL, "\\n");
    use(value + strlen(value)); // unchecked_result low 0.63
  }
  return 0;
}
const char *home(void) { return getpwuid(getuid())->pw_dir; } // unchecked_result low 0.58
char *value(char *text) { return strchr(text, '=') + 1; }
char after(const char *text) {
  const char *mark = strstr(text, "x=");
  return mark[2]; // unchecked_result low 0.41
}
char tested(const char *text) {
  const char *mark = strstr(text, "x=");
  return mark ? mark[2] : 0;
}
char known(const char *text) { return strncmp(text, "x=", 2) == 0 ? strstr(text, "x=")[2] : 0; }
char twice(const char *text) { return strchr(text, ',') ? *strchr(text, ',') : 0; }
char added(char *text) {
  strcat(text, "/");
  return strrchr(text, '/')[1];
}`,
  ],
];

test.each(KINDS)('%s', (_, code) => {
  expect(toldOf(code)).toEqual(named(code));
});
