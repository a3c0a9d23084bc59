import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { markedLines } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

/** The lines of findings, but for those of which the scan is hardly sure. */
function foundLines(text: string): number[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  const { hits } = runCRules(parseSyntax(parser, text), 'c', parser, options);
  const lines = hits.filter(({ confidence }) => confidence >= 0.5).map(({ location }) => location);
  return [...new Set(lines.map(({ line }) => line))].sort((a, b) => a - b);
}

/** What was a false alarm because of how values were followed, beside the defect that looks like it. */
const CASES: readonly (readonly [cause: string, code: string])[] = [
  [
    'a callee frees what it was given before it hands over what it made',
    `#include <stdlib.h>
void *grow(void *p, size_t n) { void *q = realloc(p, n); if (!q) abort(); return q; }
void fine(int count) {
  int *a = NULL;
  for (int i = 0; i < count; i++) { a = grow(a, 8); a[0] = 1; }
  free(a);
}
void drop(int *p) { free(p); }
void bad(int count) {
  int *a = malloc(8); // defect
  if (a == NULL) return;
  for (int i = 0; i < count; i++) {
    a[0] = 1; // defect
    drop(a); // defect
  }
}`,
  ],
  [
    'the elements that a loop reads',
    `#include <unistd.h>
void fine(int *fd, int n) { for (int j = 0; j < n; j++) close(fd[j]); }
struct pair { int from, to; };
void members(struct pair *all, int n) {
  for (int j = 0; j < n; j++) { close(all[j].from); close(all[j].to); }
}
void bad(int *fd, int n) {
  for (int j = 0; j < n; j++) {
    int d = fd[j];
    close(d);
    close(d); // defect
  }
}
void again(int *fd, int n) {
  for (int j = 0; j < n; j++) {
    close(fd[j]);
    close(fd[j]); // defect
  }
}`,
  ],
];

test.each(CASES)('%s', (_, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});
