import { expect, test } from '@jest/globals';
import { removedChecks } from '../../../src/code/change/removed-checks.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The tests that a change took away, by the text of base. */
function removedBy(difference: string): string[] {
  const { base, head } = versionsOf(difference);
  const change = unitChange(lower(base), lower(head));
  const checks = removedChecks(change).map(({ constraint }) =>
    change.base.tree.textOf(constraint.test),
  );
  return [...new Set(checks)];
}

const BLOCK = ` struct block { unsigned char *data; unsigned size; };
 int warn(const char *);`;

/** A function that loses its test of a block, with what stands in front of it, and in the place of the test. */
function withHelper(helper: string, instead: string): string {
  return `${BLOCK}
${helper}
 int field(struct block *b, unsigned at, unsigned n, unsigned char *out) {
-  if (at > b->size || n > b->size - at) {
-    warn("short");
-    return -1;
-  }
${instead}
   for (unsigned i = 0; i < n; i++) out[i] = b->data[at + i];
   return 0;
 }`;
}

test('a test of the same words may stand in a helper in front of the function', () => {
  const helper = (
    checked: string,
  ) => `+static int fits(const struct block *b, unsigned at, unsigned n) {
+  if (${checked}) {
+    warn("short");
+    return -1;
+  }
+  return 0;
+}`;
  const asked = `+  int r = fits(b, at, n);
+  if (r != 0)
+    return r;`;
  expect(removedBy(withHelper(helper('at > b->size || n > b->size - at'), asked))).toEqual([]);
  expect(removedBy(withHelper(helper('b == 0'), asked))).toEqual([
    'at > b->size',
    'n > b->size - at',
  ]);
});

test('a helper may have other names for what it is given, and give back what it compares', () => {
  const helper = `+static int has_room(const struct block *in, unsigned used, unsigned wanted) {
+  if (used > in->size)
+    return 0;
+  return wanted <= in->size - used;
+}`;
  const change = (call: string) => removedBy(withHelper(helper, call));
  expect(change('+  if (!has_room(b, at, n))\n+    return -1;')).toEqual([]);
  expect(change('+  if (!has_room(b, 0, 1))\n+    return -1;')).toEqual([
    'at > b->size',
    'n > b->size - at',
  ]);
  // Nobody looks at what it says.
  expect(change('+  has_room(b, at, n);')).toEqual(['at > b->size', 'n > b->size - at']);
});

test('a helper gets the address of a record, and numbers', () => {
  const change = (asked: string) =>
    removedBy(` struct block { int count; int *items; };
+static int holds(const struct block *b, int least) { return b->count >= least; }
 int second(struct block in, struct block other) {
-  if (in.count < 2)
+  if (!holds(&${asked}, 2))
     return -1;
   return in.items[1] + in.count;
 }`);
  expect(change('in')).toEqual([]);
  expect(change('other')).toEqual(['in.count < 2']);
});

test('a macro of another file gets the condition', () => {
  const change = (call: string) =>
    removedBy(` void *memcpy(void *, const void *, unsigned long);
 int put(char *out, unsigned room, const char *in, unsigned n) {
-  if (n > room)
-    return -1;
+  ${call};
   memcpy(out, in, n);
   return 0;
 }`);
  expect(change('RETURN_UNLESS(n <= room, -1)')).toEqual([]);
  expect(change('RETURN_UNLESS(room != 0, -1)')).toEqual(['n > room']);
});

test('a branch on the test sets a variable that is asked later', () => {
  const change = (asked: string) =>
    removedBy(` void *memcpy(void *, const void *, unsigned long);
 int put(char *out, unsigned room, const char *in, unsigned n) {
   int error = 0;
   if (n > room)
-    return -1;
+    error = -1;
+  if (${asked})
   memcpy(out, in, n);
   return error;
 }`);
  expect(change('!error')).toEqual([]);
  expect(change('in')).toEqual(['n > room']);
});

test('a switch takes the numbers one by one', () => {
  const change = (value: string) =>
    removedBy(` int table[3];
 int get(int kind, int at) {
-  if (at < 0) return -1;
-  if (at > 2) return -1;
+  switch (${value}) {
+  case 0: case 1: case 2: break;
+  default: return -1;
+  }
   return table[at];
 }`);
  expect(change('at')).toEqual([]);
  expect(change('kind')).toEqual(['at < 0', 'at > 2']);
});
