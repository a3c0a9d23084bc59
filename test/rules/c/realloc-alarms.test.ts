import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

test('what realloc could not move is still there, also where a function of the project calls it', () => {
  const code = `#include <stdlib.h>
struct text { char *bytes; size_t size; };
static void *resize(void *old, size_t size) {
  if (size == 0) return NULL;
  return realloc(old, size);
}
int fine(struct text *text, size_t size) {
  char *bytes = resize(text->bytes, size);
  if (bytes == NULL) {
    free(text->bytes);
    text->bytes = NULL;
    return 0;
  }
  text->bytes = bytes;
  text->size = size;
  return 1;
}
int bad(size_t size) {
  char *old = malloc(4);
  if (old == NULL) return 0;
  char *bytes = resize(old, size);
  if (bytes != NULL) {
    free(old); // defect
    free(bytes);
    return 1;
  }
  free(old);
  return 0;
}
int lost(size_t size) {
  char *old = malloc(4); // defect
  if (old == NULL) return 0;
  char *bytes = realloc(old, size);
  if (bytes == NULL) return 1;
  free(bytes);
  return 0;
}
int once(size_t size) {
  char *bytes = malloc(4);
  if (bytes == NULL) return 0;
  bytes = realloc(bytes, size); // defect
  if (bytes == NULL) return 1;
  free(bytes);
  return 0;
}
int *kept_in_rounds(int n) {
  int *all = malloc(8);
  if (all == NULL) return NULL;
  for (int i = 2; i < n; i++) {
    int *more = realloc(all, (i + 1) * sizeof(int));
    if (more == NULL) {
      free(all);
      return NULL;
    }
    all = more;
    all[i] = i;
  }
  return all;
}
int *lost_in_rounds(int n) {
  int *all = malloc(8);
  if (all == NULL) return NULL;
  for (int i = 2; i < n; i++) {
    int *more = realloc(all, (i + 1) * sizeof(int)); // defect
    if (more == NULL) return NULL;
    all = more;
    all[i] = i;
  }
  return all;
}`;
  const { hits } = runCRules(parseSyntax(parser, code), 'c', parser, {
    path: 'src/main.c',
    rules: C_RULES,
  });
  // However sure the scan is of them; one finding a line.
  const lines = hits
    .filter(({ rule }) => /free|leak|realloc/.test(rule))
    .map(({ location }) => location.line);
  expect(lines.sort((a, b) => a - b)).toEqual(markedLines(code));
});

test('a project that stops where realloc fails loses nothing', () => {
  const code = `#include <stdlib.h>
void quit(int, const char *, ...) __attribute__((__noreturn__));
static void complain(void) { quit(1, "no memory"); }
char *fine(char *bytes, size_t size) {
  bytes = realloc(bytes, size);
  if (bytes == NULL) quit(1, "no memory");
  return bytes;
}
char *fine_as_well(char *bytes, size_t size) {
  bytes = realloc(bytes, size);
  if (bytes == NULL) complain();
  return bytes;
}
void report(const char *text);
char *bad(char *bytes, size_t size) {
  bytes = realloc(bytes, size); // defect
  if (bytes == NULL) report("no memory");
  return bytes;
}`;
  const { hits } = runCRules(parseSyntax(parser, code), 'c', parser, {
    path: 'src/main.c',
    rules: C_RULES,
  });
  const lines = hits.filter(({ rule }) => rule === 'realloc_assign_back');
  expect(lines.map(({ location }) => location.line)).toEqual(markedLines(code));
});
