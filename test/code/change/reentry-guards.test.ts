import { expect, test } from '@jest/globals';
import { removedReentryGuards } from '../../../src/code/change/reentry-guards.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The guards that a change of a body takes away. */
function found(body: string): string[] {
  const { base, head } = versionsOf(` struct s { int busy, closed, depth; };
 int work(struct s *); static int running;
 int f(struct s *s, int n, int limit) {
${body}
   return n;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    removedReentryGuards(change, pair).map(({ test: guard }) => change.base.tree.textOf(guard)),
  );
}

const COUNTED = `   s->busy++;
   work(s);
   s->busy--;`;

test.each([
  ['a test that leaves', `-  if (s->busy) return 1;\n${COUNTED}`, ['s->busy']],
  [
    'one of several conditions',
    `-  if (s->busy || n) return 1;\n+  if (n) return 1;\n${COUNTED}`,
    ['s->busy'],
  ],
  ['a test around', `-  if (s->busy == 0 && n) {\n+  if (n) {\n${COUNTED}\n   }`, ['s->busy == 0']],
  [
    'a limit',
    `-  if (s->depth >= limit) return 1;
   s->depth += 1;
   work(s);
   s->depth -= 1;`,
    ['s->depth >= limit'],
  ],
  [
    'a flag that every way clears',
    `-  if (running) return 1;
   running = 1;
   if (work(s) < 0) { running = 0; return 2; }
   running = 0;`,
    ['running'],
  ],
])('%s counts', (_what, body, expected) => {
  expect(found(body)).toEqual(expected);
});

test.each([
  [
    'a test that is left in other words',
    `-  if (s->busy) return 1;\n+  if (s->busy > 0) return 1;\n${COUNTED}`,
  ],
  ['another test in its place', `-  if (s->busy) return 1;\n+  if (work(s)) return 1;\n${COUNTED}`],
  ['a test for what is in use', `-  if (!s->busy) return 1;\n${COUNTED}`],
  [
    'a counter that is gone as well',
    `-  if (s->busy) return 1;\n-  s->busy++;\n   work(s);\n-  s->busy--;`,
  ],
  [
    'a counter that no call can see',
    `-  if (s->busy) return 1;\n   s->busy++;\n   n++;\n   s->busy--;`,
  ],
  [
    'a flag that stays on some way',
    `-  if (s->closed) return 1;\n   s->closed = 1;\n   if (work(s)) return 2;\n   s->closed = 0;`,
  ],
  [
    'a variable of the function',
    `   int once = 0;\n-  if (once) return 1;\n   once = 1;\n   work(s);\n   once = 0;`,
  ],
  ['the condition of a loop', `-  while (s->busy == 0 && n) {\n+  while (n) {\n${COUNTED}\n   }`],
])('%s does not', (_what, body) => {
  expect(found(body)).toEqual([]);
});
