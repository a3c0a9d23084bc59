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
