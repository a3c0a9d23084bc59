import { expect, test } from '@jest/globals';
import { lateChecks } from '../../../src/code/change/late-checks.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The accesses that a change makes before their checks. */
function lateIn(difference: string): string[] {
  const { base, head } = versionsOf(`struct item { int id; struct item *next; };
 struct item *first(void); int is_valid(const struct item *), report_error(int); int sizes[8];
${difference}`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) => lateChecks(change, pair).map(({ use }) => use.text));
}

test.each([
  [
    'null',
    ` int f(struct item *item) {
-  int id;
+  int id = item->id;
   if (!item) return -1;
   id = item->id;
   return id;
 }`,
    ['item->id'],
  ],
  [
    'a bound',
    ` int f(int at) {
-  int size;
+  int size = sizes[at];
   if (at >= 8) return -1;
   size = sizes[at];
   return size;
 }`,
    ['sizes[at]'],
  ],
  [
    'the answer of a function',
    ` int f(struct item *item) {
-  return is_valid(item) && item->id > 0;
+  return item->id > 0 && is_valid(item);
 }`,
    ['item->id'],
  ],
])('an access before the check of %s', (_what, difference, uses) => {
  expect(lateIn(difference)).toEqual(uses);
});

test.each([
  [
    'of another value',
    ` int f(struct item *item) {
   if (!item) return -1;
+  int id = item->id;
   item = first();
   if (!item) return -1;
-  int id = item->id;
   return id;
 }`,
  ],
  [
    'that base made on no way either',
    ` int f(struct item *item) {
-  int id = item->id + 1;
+  int id = item->id;
   if (item && item->next) return -1;
   return id;
 }`,
  ],
  [
    'that is gone',
    ` int f(struct item *item) {
-  if (!item) return -1;
-  int id = item->id;
+  int id = item->id;
   return id;
 }`,
  ],
])('no access before a check %s', (_what, difference) => {
  expect(lateIn(difference)).toEqual([]);
});
