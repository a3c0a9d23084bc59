import { expect, test } from '@jest/globals';
import { scannedTree } from '../../support/scanned-tree.ts';

const WRAP = `#include <string.h>
#include "wrap.h"
void put(char *to, const char *from) { strcpy(to, from); }
char *next(char *text, const char *by) { return strtok(text, by); }
`;
const HEADER = `void put(char *to, const char *from);
char *next(char *text, const char *by);
`;
const USER = `#include "wrap.h"
char *copy(const char *given, char *text) {
  char name[8];
  put(name, given);
  return next(text, name);
}
`;

async function places(files: Record<string, string>, rule: RegExp): Promise<string[]> {
  const { candidates } = await scannedTree(files);
  return candidates
    .filter(({ pattern, confidence }) => rule.test(pattern) && confidence >= 0.4)
    .map(({ file, line }) => `${file}:${line}`);
}

test('a function of another file that passes a call on is that call', async () => {
  const files = { 'wrap.c': WRAP, 'wrap.h': HEADER, 'user.c': USER };
  expect(await places(files, /^unsafe_api$/)).toContain('user.c:4');
});

test('what goes by a name alone is told in the function that calls it', async () => {
  const files = { 'wrap.c': WRAP, 'wrap.h': HEADER, 'user.c': USER };
  expect(await places(files, /^strtok_nonreentrant$/)).toEqual(['wrap.c:4']);
});

test('a function that calls one of the project is none', async () => {
  const copy = 'static char *strcpy(char *to, const char *from) { return to; }\n';
  const hidden = { 'wrap.c': `${copy}${WRAP}`, 'wrap.h': HEADER, 'user.c': USER };
  expect(await places(hidden, /^unsafe_api$/)).not.toContain('user.c:4');
  const own = { 'copy.c': 'char *strcpy(char *to, const char *from) { return to; }\n' };
  const files = { 'wrap.c': WRAP, 'wrap.h': HEADER, 'user.c': USER, ...own };
  expect(await places(files, /^unsafe_api$/)).not.toContain('user.c:4');
});
