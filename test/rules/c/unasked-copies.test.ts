import { expect, test } from '@jest/globals';
import { namedWorth } from '../../support/rules.ts';
import { toldBounds } from '../../support/told-bounds.ts';

const CASES: readonly (readonly [what: string, code: string])[] = [
  [
    'a line that a callee cuts into an array of its caller',
    `#include <stdio.h>
#include <string.h>
static int cut(char *row, char **cells) {
  int n = 0;
  char *at = row;
  while (at != NULL) {
    cells[n++] = at; // out_of_bounds_write low 0.55
    at = strchr(at, ';');
    if (at != NULL) *at++ = 0;
  }
  return n;
}
int show(FILE *in, int which) {
  char row[512], *cells[12];
  while (fgets(row, sizeof row, in))
    if (which < cut(row, cells)) puts(cells[which]);
  return 0;
}`,
  ],
  [
    'words of a line',
    `#include <string.h>
int words(char *line) {
  char *all[8];
  int n = 0;
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
    all[n] = word; // out_of_bounds_write low 0.49
    n++;
  }
  char *parts[6], *part;
  int count = 0;
  while ((part = strsep(&line, ":")) != NULL) parts[count++] = part; // out_of_bounds_write low 0.55
  return all[0][0] + parts[0][0];
}`,
  ],
  [
    'tokens of a parser, by a pointer, by a number and by a global',
    `#include <ctype.h>
#include <stdio.h>
struct lexer { const char *at; };
struct reader { const char *text; unsigned pos; };
static const char *cursor;
static void name(struct lexer *in, char *out) {
  unsigned n = 0;
  while (isalnum((unsigned char)*in->at) || *in->at == '_') out[n++] = *in->at++; // out_of_bounds_write low 0.55
  out[n] = 0;
}
static void word(struct reader *in, char *out) {
  int n = 0;
  while (in->text[in->pos] >= 'a') {
    out[n++] = in->text[in->pos]; // out_of_bounds_write low 0.55
    in->pos++;
  }
  out[n] = 0;
}
int both(struct lexer *in, struct reader *other) {
  char first[32], second[24];
  name(in, first);
  word(other, second);
  return puts(first) + puts(second);
}
int number(void) {
  char digits[12];
  int n = 0;
  while (isdigit((unsigned char)*cursor)) digits[n++] = *cursor++; // out_of_bounds_write low 0.55
  digits[n] = 0;
  return puts(digits);
}`,
  ],
  [
    'what is compared somewhere: the counter, the room, the length',
    `#include <ctype.h>
#include <stdio.h>
#include <string.h>
struct lexer { const char *at; const char *end; };
static void counted(struct lexer *in, char *out) {
  int n = 0;
  while (isalnum((unsigned char)*in->at)) {
    out[n++] = *in->at++;
    if (n == 31) break;
  }
  out[n] = 0;
}
static void measured(struct lexer *in, char *out) {
  int n = 0;
  while (isalnum((unsigned char)*in->at)) out[n++] = *in->at++;
  out[n] = 0;
}
static void ended(struct lexer *in, char *out) {
  int n = 0;
  while (in->at < in->end) out[n++] = *in->at++;
}
static void passed(struct lexer *in, char *out) {
  int n = 0;
  while (isalnum((unsigned char)*in->at)) out[n++] = *in->at++;
  out[n] = 0;
}
int all(struct lexer *in) {
  char first[32], second[32], third[32], fourth[32];
  counted(in, first);
  ended(in, third);
  if (in->end - in->at > 31) return 1;
  passed(in, fourth);
  if (strspn(in->at, "abc") > 31) return 1;
  measured(in, second);
  return puts(first) + puts(second) + puts(third) + puts(fourth);
}
int words(char *line) {
  char *all[8], *few[40], text[16];
  int n = 0, m = 0;
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
    if (n >= 8) break;
    all[n++] = word;
  }
  if (!fgets(text, sizeof text, stdin)) return 1;
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) few[m++] = word;
  return all[0][0] + few[0][0];
}`,
  ],
];

for (const language of ['c', 'cpp'] as const)
  test.each(CASES)(`%s, in ${language}`, (_, code) => {
    expect(toldBounds(code, language)).toEqual(namedWorth(code));
  });
