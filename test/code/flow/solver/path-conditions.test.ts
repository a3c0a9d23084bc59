import { expect, test } from '@jest/globals';
import { decide } from '../../../../src/code/flow/solver/path-conditions.ts';

const equal = { form: '0:0:0 == 7:1:0', negated: false };
const unequal = { form: '0:0:0 == 7:1:0', negated: true };

test('a path may test the same condition again', () => {
  const once = decide(new Map(), equal, true);
  expect(once && decide(once, unequal, false)).toBe(once);
});

test('a path may not decide a condition both ways', () => {
  const once = decide(new Map(), equal, true);
  expect(once && decide(once, equal, false)).toBeUndefined();
  expect(once && decide(once, unequal, true)).toBeUndefined();
});

test('what has no form decides nothing', () => {
  const known = new Map();
  expect(decide(known, undefined, true)).toBe(known);
});
