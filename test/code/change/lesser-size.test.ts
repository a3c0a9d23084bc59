import { expect, test } from '@jest/globals';
import { isLesserSize } from '../../../src/code/change/lesser-size.ts';
import { functionOf, lower } from '../../support/c-code.ts';

function value(text: string) {
  const fn = functionOf(lower(`long f(int n, int m, int k) { return ${text}; }`));
  for (const { end } of fn.blocks)
    if (end.kind === 'return' && end.value !== undefined) return end.value;
  throw new Error('no value is returned');
}

test.each([
  ['n', 'n + 1'],
  ['n * 2', 'n * 4'],
  ['n', 'n + m'],
  ['n * m', '(n + 1) * m'],
  ['(long)m * n', '(n + 2) * (long)m'],
  ['n * m * (k - 1)', 'm * k * n'],
])('%s is less than %s', (now, before) => {
  expect(isLesserSize(value(now), value(before))).toBe(true);
  expect(isLesserSize(value(before), value(now))).toBe(false);
});

test.each([
  ['n', 'm'],
  ['n + k', 'm + k'],
  ['n * k', 'm * k'],
  ['n * m', 'm * n'],
  ['(n - 1) * (m + 1)', 'n * m'],
])('of %s and %s none is', (now, before) => {
  expect(isLesserSize(value(now), value(before))).toBe(false);
  expect(isLesserSize(value(before), value(now))).toBe(false);
});
