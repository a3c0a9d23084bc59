import { expect, test } from '@jest/globals';
import { expressionText } from '../../../src/code/c/ir/expression-text.ts';
import { droppedLimits } from '../../../src/code/change/dropped-limits.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** What a change of the first lines of a function left without a limit, as `parameter: use`. */
function droppedIn(difference: string): string[] {
  const { base, head } = versionsOf(
    ` int store(char *, int); int warn(const char *); struct out { char *at; unsigned room; };
${difference}
   return store(data, n);
 }`,
  );
  const change = unitChange(lower(base), lower(head));
  return change.functions.flatMap((pair) =>
    droppedLimits(change, pair).map(
      ({ parameter, use }) => `${parameter.name}: ${expressionText(use)}`,
    ),
  );
}

test('a size that was compared before the write counts', () => {
  expect(
    droppedIn(`-int put(char *data, unsigned room, int n) {
-  if (room < 4) return -1;
+int put(char *data, int n) {`),
  ).toEqual(['room: store(data, n)']);
});

test.each([
  [
    'a parameter that nothing compared',
    `-int put(char *data, unsigned room, int n) {
-  warn(data + room);
+int put(char *data, int n) {`,
  ],
  [
    'a test that did not leave',
    `-int put(char *data, unsigned room, int n) {
-  if (room < 4) warn("little");
+int put(char *data, int n) {`,
  ],
  [
    'another parameter in its place',
    `-int put(char *data, unsigned room, int n) {
-  if (room < 4) return -1;
+int put(char *data, struct out *out, int n) {`,
  ],
  [
    'a parameter under another name',
    `-int put(char *data, unsigned room, int n) {
-  if (room < 4) return -1;
+int put(char *data, unsigned left, int n) {
+  if (left < 4) return -1;`,
  ],
])('%s does not', (_what, difference) => {
  expect(droppedIn(difference)).toEqual([]);
});
