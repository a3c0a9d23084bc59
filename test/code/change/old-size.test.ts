import { expect, test } from '@jest/globals';
import { allocationsOfOldSize } from '../../../src/code/change/old-size.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The allocations of a change of a body, as `asked for, not: reason`. */
function found(body: string): string[] {
  const { base, head } = versionsOf(` void *malloc(unsigned long), *realloc(void *, unsigned long);
 unsigned long larger(unsigned long), min_of(unsigned long, unsigned long);
 struct s { char *at; unsigned long cap, len; };
 void f(struct s *s, unsigned long size, unsigned long want) {
   char *to;
${body}
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    allocationsOfOldSize(change, pair).map(({ size, newSize, record }) => {
      const reason = record === undefined ? 'larger' : change.head.tree.textOf(record);
      return `${change.head.tree.textOf(size)}, not ${newSize}: ${reason}`;
    }),
  );
}

test.each([
  [
    'a size that becomes the size behind',
    `-  to = realloc(s->at, want);
+  to = realloc(s->at, size);
   size = want;`,
    ['size, not want: size = want'],
  ],
  [
    'a capacity that is written down behind',
    `-  s->at = malloc(want);
+  s->at = malloc(size);
   s->cap = want;`,
    ['size, not want: s->cap = want'],
  ],
  [
    'the capacity of a record, times the size of an element',
    `-  s->at = realloc(s->at, want * sizeof(int));
+  s->at = realloc(s->at, s->cap * sizeof(int));
   s->cap = want;`,
    ['s->cap * sizeof(int), not want: s->cap = want'],
  ],
  [
    'a multiple',
    `   unsigned long more = size * 2;
-  to = realloc(s->at, more);
+  to = realloc(s->at, size);`,
    ['size, not more: larger'],
  ],
  [
    'what a function made of it',
    `   unsigned long more = larger(size);
-  to = realloc(s->at, more + 1);
+  to = realloc(s->at, size + 1);`,
    ['size + 1, not more: larger'],
  ],
])('%s counts', (_what, body, expected) => {
  expect(found(body)).toEqual(expected);
});

test.each([
  [
    'a size that was updated before',
    `-  to = realloc(s->at, want);
   size = want;
+  to = realloc(s->at, size);`,
  ],
  [
    'names that were exchanged',
    `-  unsigned long more = size * 2;
-  to = realloc(s->at, more);
+  size = size * 2;
+  to = realloc(s->at, size);`,
  ],
  [
    'a length that is written down',
    `-  s->at = malloc(want);
+  s->at = malloc(size);
   s->len = want;`,
  ],
  [
    'a value that can be less',
    `   unsigned long part = min_of(size, want);
-  to = malloc(part);
+  to = malloc(size);`,
  ],
  [
    'a difference',
    `   unsigned long part = size - 4;
-  to = malloc(part);
+  to = malloc(size);`,
  ],
  [
    'another size of another shape',
    `   unsigned long more = size * 2;
-  to = malloc(more + 1);
+  to = malloc(size);`,
  ],
])('%s does not', (_what, body) => {
  expect(found(body)).toEqual([]);
});
