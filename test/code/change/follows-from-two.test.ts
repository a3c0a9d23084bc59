import { expect, test } from '@jest/globals';
import { lostConstraints } from '../../../src/code/change/lost-constraints.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The tests of base that do not hold any longer at a use in head. */
function lostBy(difference: string): string[] {
  const { base, head } = versionsOf(difference);
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    lostConstraints(pair, change.base, change.head, change.lines).flatMap(({ constraint }) =>
      constraint.kind === 'bound' ? change.base.tree.textOf(constraint.test) : [],
    ),
  );
}

function withLength(limit: string): string {
  return ` unsigned long strlen(const char *); char *strcpy(char *, const char *);
 char name[32];
 int put(const char *s) {
-  if (strlen(s) + 1 > sizeof name)
+  unsigned long n = strlen(s);
+  if (${limit})
     return -1;
   strcpy(name, s);
   return 0;
 }`;
}

test('a variable stands for what was compared', () => {
  expect(lostBy(withLength('n >= sizeof name'))).toEqual([]);
  expect(lostBy(withLength('n > sizeof name'))).toEqual(['strlen(s) + 1 > sizeof name']);
  expect(lostBy(withLength('n == 0'))).toEqual(['strlen(s) + 1 > sizeof name']);
});

function withLeast(least: string): string {
  return ` void set(int *out, int count, int most) {
-  for (int i = 0; i < count && i < most; i++)
+  const int n = ${least};
+  for (int i = 0; i < n; i++)
     out[i] = 0;
 }`;
}

test('what is below the lesser of two is below each', () => {
  expect(lostBy(withLeast('count < most ? count : most'))).toEqual([]);
  // The larger one bounds neither.
  expect(lostBy(withLeast('count > most ? count : most'))).toEqual(['i < count', 'i < most']);
});

test('a sum that may overflow is not what it was compared by', () => {
  const lost = lostBy(` void fill(char *, unsigned);
 void put(char *out, unsigned a, unsigned b, unsigned room) {
-  if (a > room - b) return;
+  unsigned all = a + b;
+  if (all > room) return;
   fill(out, a);
 }`);
  expect(lost).toEqual(['a > room - b']);
});

function withLessLimit(type: string, limit: string): string {
  return ` void set(int *out, ${type} count, ${type} k) {
+  ${type} n = ${limit};
-  for (${type} i = 0; i < count; i++)
+  for (${type} i = 0; i < n; i++)
     out[i] = 0;
 }`;
}

test('what is below a number less another one is below that number', () => {
  expect(lostBy(withLessLimit('unsigned', 'count - k'))).toEqual([]);
  // Less a negative number is more.
  expect(lostBy(withLessLimit('int', 'count - k'))).toEqual(['i < count']);
  expect(lostBy(withLessLimit('unsigned', 'k - count'))).toEqual(['i < count']);
  expect(lostBy(withLessLimit('unsigned', 'count + k'))).toEqual(['i < count']);
});
