import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { type CHit, runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';
import { foundLines } from '../../support/found-lines.ts';
import { markedLines, shownHits } from '../../support/rules.ts';

const parser = await loadGrammars().parser('c');

function hitsIn(text: string): readonly CHit[] {
  const options = { path: 'src/main.c', rules: C_RULES };
  return runCRules(parseSyntax(parser, text), 'c', parser, options).hits;
}

/** What depends on what is passed, or on what becomes of a result, is told where that is: once. */
const AT_CALLS: readonly (readonly [what: string, code: string])[] = [
  [
    'a copy into what is too small',
    `#include <string.h>
static void put(char *to, const char *from) { strcpy(to, from); }
void fine(void) { char name[8]; put(name, "small"); }
void bad(void) { char name[8]; put(name, "too large for it"); } // defect`,
  ],
  [
    'a descriptor that is closed',
    `#include <fcntl.h>
#include <unistd.h>
static ssize_t get(int fd, void *to, size_t size) { return read(fd, to, size); }
int first(const char *path) {
  char one = 0;
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -1;
  if (get(fd, &one, 1) != 1) one = 0;
  close(fd);
  return get(fd, &one, 1) == 1 ? one : -1; // defect
}`,
  ],
  [
    'room that a function sets',
    `#include <stdlib.h>
#include <string.h>
static void make(char **out, const char *text) { *out = malloc(strlen(text)); }
char *copy(const char *text) {
  char *made;
  make(&made, text);
  if (made == NULL) return NULL;
  strcpy(made, text); // defect
  return made;
}`,
  ],
  [
    'room for a text without its end',
    `#include <stdlib.h>
#include <string.h>
static size_t count(const char *text) { return strlen(text); }
char *copy(const char *text) {
  char *made = malloc(count(text));
  if (made == NULL) return NULL;
  strcpy(made, text); // defect
  return made;
}`,
  ],
];

test.each(AT_CALLS)('%s is told at the call alone', (_, code) => {
  expect(foundLines(code)).toEqual(markedLines(code));
});

test('what is wrong whatever is passed is told once, in the function that makes the call', () => {
  const code = `#include <string.h>
static char *next(char *text, const char *by) { return strtok(text, by); } // defect
char *first(char *text) { return next(text, ","); }
char *second(char *text) { return next(text, ";"); }`;
  const lines = hitsIn(code)
    .filter(({ rule }) => rule === 'strtok_nonreentrant')
    .map(({ location }) => location.line);
  expect(lines).toEqual(markedLines(code));
});

test('a message says by which function the code calls what it names', () => {
  const [, code = ''] = AT_CALLS[0] ?? [];
  expect(shownHits(hitsIn(code).filter(({ location }) => location.line === 4))).toEqual([
    expect.stringContaining('strcpy'),
  ]);
  expect(hitsIn(code).map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/strcpy.* \(in `put`, which does nothing else\)$/),
  );
});
