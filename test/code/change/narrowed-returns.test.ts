import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { narrowedReturns } from '../../../src/code/change/narrowed-returns.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** The values that the result of a function no longer holds since a change. */
function narrowedIn(difference: string): string[] {
  const { base, head } = versionsOf(difference);
  return narrowedReturns(unitChange(lower(base), lower(head))).map(({ value }) =>
    expressionText(value),
  );
}

test('a value that was computed in 64 bits counts', () => {
  expect(
    narrowedIn(`-long size(const long *p) {
+int size(const long *p) {
   if (!p) return -1;
   return p[1] - p[0];
 }`),
  ).toEqual(['p[1] - p[0]']);
});

test.each([
  [
    'a value of few bits',
    `-long size(const int *p) {
+int size(const int *p) {
   return p[1];
 }`,
  ],
  [
    'a function that tells something else now',
    `-long size(const long *p) {
-  return p[1] - p[0];
+int size(const long *p, long *found) {
+  *found = p[1] - p[0];
+  return 0;
 }`,
  ],
  [
    'a result that is as wide',
    `-long size(const long *p) {
+unsigned long size(const long *p) {
   return p[1] - p[0];
 }`,
  ],
])('%s does not', (_what, difference) => {
  expect(narrowedIn(difference)).toEqual([]);
});
