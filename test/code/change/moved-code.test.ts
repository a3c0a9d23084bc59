import { expect, test } from '@jest/globals';
import { isMovedOut } from '../../../src/code/change/moved-code.ts';
import { unitChange } from '../../../src/code/change/unit-change.ts';
import { lower } from '../../support/c-code.ts';
import { versionsOf } from '../../support/change-versions.ts';

/** Whether the line `wrong_index(at);` was moved out of `f`. */
function isMoved(difference: string): boolean | undefined {
  const { base, head } = versionsOf(difference);
  const change = unitChange(lower(base), lower(head));
  const start = base.indexOf('wrong_index(at);');
  const pair = change.functions.find((each) => each.head.name === 'f');
  return pair && isMovedOut(change, { start, end: start + 5 }, pair.head);
}

const BODY = `   a(1);
   a(2);
   a(3);
   a(4);`;

test.each([
  ['to a function that it calls', '+  check(at);', true],
  ['to a function that it does not call', '+  a(5);', false],
])('a line that went %s', (_what, call, expected) => {
  expect(
    isMoved(` void a(int), wrong_index(int);
+void check(int at) {
+  wrong_index(at);
+}
 void f(int at) {
${BODY}
-  wrong_index(at);
${call}
 }`),
  ).toBe(expected);
});

test('a line that is gone is not moved', () => {
  expect(
    isMoved(` void a(int), wrong_index(int);
 void f(int at) {
${BODY}
-  wrong_index(at);
 }`),
  ).toBe(false);
});
