import { expect, test } from '@jest/globals';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { unsetFields } from '../../../src/code/change/unset-fields.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

const START = ` void *memset(void *, int, unsigned long); void free(void *);
 struct item { void *data; int flags; int size; struct { int at; } in; };
 struct list { struct item *items; int count; };
 void keep(struct item *); void item_init(struct item *);
 int flags_of(struct item *item) { return item->flags; }`;

/** The fields that a change of the last function leaves unset, as `name behind the line of its sibling`. */
function unsetIn(lines: string): string[] {
  const { base, head } = versionsOf(`${START}\n${lines}`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    unsetFields(change, pair.base, pair.head).map(({ name }) => name),
  );
}

function pushed(body: string): string {
  return ` void push(struct list *list, void *data, int n) {
   struct item *item = &list->items[list->count];
   item->data = data;
-  item->flags = 0;
   item->size = n;
${body}
   list->count++;
 }`;
}

test.each([
  ['one of three', pushed('')],
  ['with a call of something else', pushed('   keep(0);')],
  ['with another object cleared', pushed('   memset(data, 0, 8);')],
  ['with a part given a value by a call that clears nothing', pushed('   item->size = n + 1;')],
])('a field is left unset: %s', (_, lines) => {
  expect(unsetIn(lines)).toEqual(['flags']);
});

test.each([
  ['cleared', pushed('   memset(item, 0, sizeof *item);')],
  ['cleared by its own function', pushed('   item_init(item);')],
  ['cleared beside other calls', pushed('   keep(0); item_init(item); keep(0);')],
  ['set in the next line', pushed('+  item->flags = 0;')],
  ['set to something else', pushed('+  item->flags = n;')],
  ['set as a whole', pushed('   *item = list->items[0];')],
  ['given to another function in its place', pushed('+  keep(item);')],
  ['released', pushed('   free(item);')],
])('no field is left unset where the object is %s', (_, lines) => {
  expect(unsetIn(lines)).toEqual([]);
});

test.each([
  [
    'nothing reads',
    ` void push(struct item *item, void *data, int n) {
   item->data = data;
-  item->in.at = 0;
   item->size = n;
 }`,
  ],
  [
    'is the only one beside another',
    ` void push(struct item *item, int n) {
-  item->flags = 0;
   item->size = n;
 }`,
  ],
  [
    'was not set to a constant',
    ` void push(struct item *item, void *data, int n) {
   item->data = data;
-  item->flags = n;
   item->size = n;
 }`,
  ],
])('a field that %s is none', (_, lines) => {
  expect(unsetIn(lines)).toEqual([]);
});

function started(body: string): string {
  return ` void start(int n) {
   struct item item;
-  item.flags = 0;
   item.size = n;
${body}
 }`;
}

test('of a variable one other field is enough, where a call is given it behind them', () => {
  expect(unsetIn(started('   keep(&item);'))).toEqual(['flags']);
  expect(unsetIn(started('   keep(0);'))).toEqual([]);
  expect(
    unsetIn(` void start(int n) {
   struct item item;
   keep(&item);
-  item.flags = 0;
   item.size = n;
   keep(&item);
 }`),
  ).toEqual([]);
  expect(
    unsetIn(` void start(int n) {
   struct item item = {0};
-  item.flags = 0;
   item.size = n;
   keep(&item);
 }`),
  ).toEqual([]);
});
