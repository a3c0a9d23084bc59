import type { Expr } from '../../code/c/ir/ast.ts';
import { isWritten, placeOfChange } from '../../code/change/place-of-change.ts';
import { stalledRounds } from '../../code/change/stalled-loops.ts';
import type { UnitChange } from '../../code/change/unit-change.ts';
import type { ChangeRule } from './change-rule.ts';
import { shortText } from './support/report-check.ts';

export const progressRemoved: ChangeRule = {
  id: 'progress_removed',
  title: 'The change lets a loop go round without an end',
  category: 'resource',
  cwe: [835],
  severity: 'medium',
  precision: 'high',
  help: 'Before the change every round of this loop did something that brings it on: it took the next element, or counted. In head there is a way round that changes nothing, so that a loop that takes it once takes it for ever.',
  suggestion: 'Take the next element, or count, on every way round, or leave the loop.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      ` struct item { struct item *next; int *count; };
 void count(struct item *at) {
   while (at) {
-    if (at->count)
-      *at->count += 1;
+    if (!at->count) // defect
+      continue;
+    *at->count += 1;
     at = at->next;
   }
 }`,
      ` int skip(const char *text, int size) {
   int at = 0, words = 0;
   while (at < size) {
     if (text[at] == ' ') { // defect
-      at++;
       continue;
     }
     words++;
     at++;
   }
   return words;
 }`,
    ],
    good: [
      ` struct item { struct item *next; int *count; };
 void count(struct item *at) {
-  while (at) {
-    if (at->count)
-      *at->count += 1;
-    at = at->next;
+  for (; at; at = at->next) {
+    if (!at->count)
+      continue;
+    *at->count += 1;
   }
 }`,
      ` int next(const char *text, int *at);
 int skip(const char *text, int size) {
   int at = 0, words = 0;
   while (at < size) {
-    if (text[at] == ' ') {
-      at++;
+    if (next(text, &at) == ' ')
       continue;
-    }
     words++;
     at++;
   }
   return words;
 }`,
    ],
  },
  compare(change, report) {
    for (const { base, head } of change.functions) {
      const now = stalledRounds(head);
      if (now.length <= stalledRounds(base).length) continue;
      for (const { tests } of now) {
        const test = changedTest(change, tests);
        if (test === undefined) continue;
        const text = shortText(change.head.tree.textOf(test));
        report(
          test,
          `behind \`${text}\` the loop goes round without changing anything that it asks`,
          {
            confidence: 0.7,
          },
        );
      }
    }
  },
};

/** The test nearest to the end of the round that the change wrote, or that stands where it did something. */
function changedTest(change: UnitChange, tests: readonly Expr[]): Expr | undefined {
  return (
    tests.findLast((test) => isWritten(change, test)) ??
    tests.findLast((test) => placeOfChange(change, test) !== undefined)
  );
}
