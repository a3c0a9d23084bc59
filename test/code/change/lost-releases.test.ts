import { expect, test } from '@jest/globals';
import { lostReleases } from '../../../src/code/change/lost-releases.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The variables that a change of a function leaves with memory on a way out. */
function leftIn(lines: string, before = ''): string[] {
  const { base, head } = versionsOf(` void free(void *), use(char *); void *malloc(unsigned long);
 int read_block(int, char *); struct list { char *first; }; int list_add(struct list *, char *);
${before}
 int load(int file, struct list *all) {
   char *block = malloc(512);
   if (block == 0) return -1;
${lines}
   use(block);
   free(block);
   return 0;
 }`);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) => lostReleases(change, pair).map(({ place }) => place));
}

test.each([
  [
    'behind a call that failed',
    `   if (read_block(file, block) < 0) {
-    free(block);
     return -1;
   }`,
  ],
  [
    'with the braces that the release needed',
    `-  if (read_block(file, block) < 0) {
-    free(block);
-    return -1;
-  }
+  if (read_block(file, block) < 0)
+    return -1;`,
  ],
])('memory is held on a way out %s', (_what, lines) => {
  expect(leftIn(lines)).toEqual(['block']);
});

test.each([
  [
    'where it is null',
    `-  if (file < 0) { free(block); return -1; }
+  if (block == 0) return -1;`,
  ],
  [
    'that releases it under a label',
    `   if (read_block(file, block) < 0) {
-    free(block);
-    return -1;
+    goto out;
   }
   if (0) {
+out:
     free(block);
     return -1;
   }`,
  ],
  [
    'that stores it',
    `   if (read_block(file, block) < 0) {
-    free(block);
+    all->first = block;
     return -1;
   }`,
  ],
  [
    'that a function of the list takes it on',
    `   if (list_add(all, block) < 0) {
-    free(block);
     return -1;
   }`,
  ],
  [
    'that hands it to a function which the change asks',
    `   if (file < 0) {
-    free(block);
+    drop_it(block);
     return -1;
   }`,
  ],
  [
    'that ends the program',
    `   if (file < 0) {
-    free(block);
-    return -1;
+    exit(1);
   }`,
  ],
])('nothing is left on a way %s', (_what, lines) => {
  expect(leftIn(lines, ' _Noreturn void exit(int); int drop_it(char *);')).toEqual([]);
});

test('what base left on a way is not the work of the change', () => {
  expect(
    leftIn(`   if (file < 0)
     return -1;
   if (read_block(file, block) < 0) {
-    free(block);
+    free(block);
     return -1;
   }`),
  ).toEqual([]);
});

test('a variable that is given something else is not the one that was released', () => {
  const { base, head } =
    versionsOf(` void free(void *); char *copy_of(int), *name_of(int); int put(char *);
 int show(int n) {
-  char *name = copy_of(n);
+  char *name = name_of(n);
   int error = put(name);
-  free(name);
   return error;
 }`);
  const change = unitChange(lower(base), lower(head));
  expect(change.functions.flatMap((pair) => lostReleases(change, pair))).toEqual([]);
});

test.each([
  ['+  CLEANUP_FREE char *block = malloc(512);', 'at the end of its block'],
  ['+  AUTO char *block = malloc(512);', 'by a macro'],
])('%s releases it %s', (declaration) => {
  const { base, head } =
    versionsOf(` void free(void *); void *malloc(unsigned long); int read_block(int, char *);
 int load(int file) {
-  char *block = malloc(512);
${declaration}
   if (read_block(file, block) < 0)
     return -1;
   int first = block[0];
-  free(block);
   return first;
 }`);
  const change = unitChange(lower(base), lower(head));
  expect(change.functions.flatMap((pair) => lostReleases(change, pair))).toEqual([]);
});

test('a function of the file may have come to release it', () => {
  const change = (released: string) =>
    leftIn(
      `   if (fill(file, block) < 0) {
-    free(block);
     return -1;
   }`,
      ` static int fill(int file, char *to) {
-  if (file < 0) return -1;
+  if (file < 0) { ${released} return -1; }
   return read_block(file, to);
 }`,
    );
  expect(change('free(to);')).toEqual([]);
  expect(change('use(to);')).toEqual(['block']);
});
