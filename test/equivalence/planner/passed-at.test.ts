import { expect, test } from '@jest/globals';
import { passedAt } from '../../../src/equivalence/planner/passed-at.ts';

test.each([
  ['first', 'void f() { action(arg, t->key); }', 0],
  ['last, behind other calls', 'void f() { (*action)(g(t, 1), arg); }', 1],
  ['nowhere, but in a comment', 'void f() { /* action(arg) */ action(t->key, 0); }', undefined],
  ['in several places', 'void f() { action(arg, 0); action(0, arg); }', undefined],
  ['never, since it is not called', 'void f() { walk(t, action, arg); }', undefined],
])('where a C function passes a parameter on: %s', (_, text, at) => {
  expect(passedAt(text, 'action', ['arg'])).toBe(at);
});
