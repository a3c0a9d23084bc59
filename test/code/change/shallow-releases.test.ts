import { expect, test } from '@jest/globals';
import { shallowReleases } from '../../../src/code/change/shallow-releases.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The objects of a change whose parts are no longer released with them. */
function shallowIn(lines: string): string[] {
  const { base, head } = versionsOf(` void free(void *), *malloc(unsigned long);
 struct part { int n; }; void part_init(struct part *), part_clear(struct part *);
 struct list { int *items; struct part part; };
 void list_fill(struct list *list) { list->items = malloc(64); part_init(&list->part); }
${lines}`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    shallowReleases(change, pair).map(({ object }) => object),
  );
}

test.each(['free(list->items);', 'part_clear(&list->part);'])('%s went', (call) => {
  expect(
    shallowIn(` void list_free(struct list *list) {
-  ${call}
   free(list);
 }`),
  ).toEqual(['list']);
});

const LIST_FREE = ` static void list_free(struct list *list) {
   free(list->items);
   free(list);
 }`;

test('a release of the object alone came in place of a deeper one', () => {
  const change = (now: string) =>
    shallowIn(`${LIST_FREE}
 void drop(struct list *list) {
-  list_free(list);
+  ${now};
 }`);
  expect(change('free(list)')).toEqual(['list']);
  expect(change('list_free(list)')).toEqual([]);
  // Another function may release as much.
  expect(change('list_delete(list)')).toEqual([]);
});

test.each([
  [
    'nobody sets the member',
    ` struct other { int *left; };
 void other_free(struct other *o) {
-  free(o->left);
   free(o);
 }`,
  ],
  [
    'a function that the change calls may do it',
    ` void list_empty(struct list *);
 void list_free(struct list *list) {
-  free(list->items);
+  list_empty(list);
   free(list);
 }`,
  ],
  [
    'it is done elsewhere in the function',
    ` void list_free(struct list *list, int again) {
+  if (again) part_clear(&list->part);
-  free(list->items);
+  free(list->items);
   free(list);
 }`,
  ],
])('nothing is left where %s', (_what, lines) => {
  expect(shallowIn(lines)).toEqual([]);
});
