import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { type CHit, runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

const parser = await loadGrammars().parser('c');

function hitsOf(rule: string, text: string): CHit[] {
  const tree = parseSyntax(parser, text);
  const { hits } = runCRules(tree, 'c', parser, { path: 'src/main.c', rules: C_RULES });
  return hits.filter((hit) => hit.rule === rule);
}

test('a use behind the release is found on a path of its own', () => {
  const [hit] = hitsOf(
    'use_after_free',
    `#include <stdlib.h>
int last(int *all, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += all[i];
  free(all);
  return all[0] + sum;
}`,
  );
  expect(hit?.basis).toEqual({ event: 'definite', doubts: [], witnessed: true });
});

test.each([
  [
    'the same number compared twice',
    `int f(int m, int *p) {
  int x;
  if (m == 2) x = *p;
  if (m != 2) return 0;
  return x;
}`,
  ],
  [
    'a number that a pointer decides',
    `struct b { struct b *t; int a; };
int f(struct b *b) {
  struct b *t = b->t;
  int ok = t ? 1 : 0;
  if (!ok) return 0;
  return t->a;
}`,
  ],
])('no path leads through contradicting conditions: %s', (_name, text) => {
  for (const rule of ['uninitialized_use', 'possible_null_deref'])
    expect(hitsOf(rule, text).filter(({ basis }) => basis?.witnessed === true)).toEqual([]);
});

test('uses of what was freed once have one cause', () => {
  const hits = hitsOf(
    'use_after_free',
    `#include <stdlib.h>
int twice(int *all) {
  free(all);
  int first = all[0];
  int second = all[1];
  return first + second;
}`,
  );
  const cause = { line: 4, column: 15 };
  expect(hits.map((hit) => hit.cause)).toEqual([cause, cause]);
});

test.each([
  [
    'out_of_bounds_write',
    'the first round of a loop that counts down',
    `void f(void) {
  int a[8];
  for (int i = 8; i >= 0; --i) a[i] = 0;
}`,
  ],
  [
    'out_of_bounds_read',
    'one of two numbers that meet',
    `int f(int wide) {
  int a[2] = {0, 0};
  int i = 0;
  if (wide) i = 2;
  return a[i];
}`,
  ],
  [
    'possible_null_deref',
    'a pointer that one path leaves null',
    `int f(int given) {
  int own = 3;
  int *p = 0;
  if (given > 3) p = &own;
  return *p;
}`,
  ],
])('%s: what paths brought together is shown by a single one: %s', (rule, _name, text) => {
  const [hit] = hitsOf(rule, text);
  expect(hit?.basis).toEqual({ event: 'definite', doubts: [], witnessed: true });
  expect(hit?.confidence).toBeGreaterThanOrEqual(0.5);
});

test.each([
  [
    'possible_null_deref',
    `int f(int kind) {
  int one = 1, two = 2;
  int *p = 0;
  if (kind > 0) p = &one;
  if (kind <= 0) p = &two;
  return *p;
}`,
  ],
  [
    'possible_null_deref',
    `int f(int kind) {
  int own[3] = {0};
  int *p = 0;
  for (int i = 0; i < 3; i++) p = own + i;
  return *p + kind;
}`,
  ],
  [
    'out_of_bounds_read',
    `int f(int wide) {
  int a[2] = {0, 0};
  int i = 0;
  if (wide) i = 2;
  if (!wide) return a[i];
  return 0;
}`,
  ],
])('%s: what no single path shows stays a place to look at', (rule, text) => {
  for (const { confidence } of hitsOf(rule, text)) expect(confidence).toBeLessThan(0.5);
});

test('as much as a call was asked for is what it may bring', () => {
  const [hit] = hitsOf(
    'out_of_bounds_write',
    `#include <unistd.h>
void f(int fd) {
  char line[64];
  long got = read(fd, line, sizeof line);
  if (got < 0) return;
  line[got] = 0;
}`,
  );
  expect(hit?.basis?.event).toBe('definite');
  expect(hit?.confidence).toBeGreaterThanOrEqual(0.5);
});

test('what a call gives in one round of a path says nothing of how far a pointer came in the round before', () => {
  const hits = hitsOf(
    'boundary_funcs',
    `#include <errno.h>
#include <unistd.h>
int copy(int in, int out) {
  char bytes[8192];
  ssize_t left;
  while ((left = read(in, bytes, sizeof bytes)) != 0) {
    char *at = bytes;
    if (left < 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    while (left > 0) {
      ssize_t written = write(out, at, (size_t)left);
      if (written < 0) {
        if (errno == EINTR) continue;
        return -1;
      }
      at += written;
      left -= written;
    }
  }
  return 0;
}`,
  );
  expect(hits.filter(({ basis }) => basis?.witnessed === true)).toEqual([]);
  expect(hits.filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
});
