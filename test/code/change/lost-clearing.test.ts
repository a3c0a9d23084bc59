import { expect, test } from '@jest/globals';
import { lostClearing } from '../../../src/code/change/lost-clearing.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The fields that a change leaves as the memory was found, as `variable.field`. */
function unsetIn(lines: string): string[] {
  const { base, head } =
    versionsOf(` void *malloc(unsigned long), *calloc(unsigned long, unsigned long);
 void *memset(void *, int, unsigned long); void free(void *);
 struct node { struct node *next; char text[8]; int value; }; int keep(struct node *), fill(char *);
${lines}`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    lostClearing(change, pair).map(({ name, field }) => `${name}.${field}`),
  );
}

function madeBy(end: string): string {
  return ` struct node *make(int value) {
-  struct node *node = calloc(1, sizeof *node);
+  struct node *node = malloc(sizeof *node);
   if (!node) return 0;
   node->value = value;
${end}
 }`;
}

test.each([
  ['returned', madeBy('   return node;'), ['node.next']],
  ['handed on', madeBy('   keep(node); return 0;'), ['node.next']],
  ['read', madeBy('   int at = node->next != 0; free(node); return at ? 0 : 0;'), ['node.next']],
  [
    'a variable',
    ` int start(int value) {
   struct node node;
-  memset(&node, 0, sizeof node);
   node.value = value;
   return keep(&node);
 }`,
    ['node.next'],
  ],
])('a record that is %s has a field without a value', (_what, lines, expected) => {
  expect(unsetIn(lines)).toEqual(expected);
});

test.each([
  ['all fields are set', madeBy('+  node->next = 0;\n+  fill(node->text);\n   return node;')],
  ['it is assigned as a whole', madeBy('+  *node = (struct node){ 0 };\n   return node;')],
  ['it is cleared behind', madeBy('+  memset(node, 0, sizeof *node);\n   return node;')],
  ['a function that the change calls fills it', madeBy('+  keep(node);\n   return node;')],
  ['its allocator is not known', madeBy('   return node;').replace('malloc(', 'node_alloc(')],
  ['nobody gets it', madeBy('   free(node); return 0;')],
])('nothing is left where %s', (_what, lines) => {
  expect(unsetIn(lines)).toEqual([]);
});
