import { expect, test } from '@jest/globals';
import type { Basis } from '../../../src/rules/basis.ts';
import { isNoisyKind } from '../../../src/rules/confidence/noisy-kind.ts';

const basis = (event: Basis['event'], doubts: Basis['doubts'] = []): Basis => {
  return { event, doubts, witnessed: false };
};
const judged = (count: number, right: number, event: Basis['event'] = 'shape') => [
  { rule: 'a', event, steps: 0 as const, judged: count, right },
];

test.each([
  ['what happens for certain', basis('definite'), judged(9, 0, 'definite'), false],
  ['a shape of which nothing was judged', basis('shape'), [], false],
  ['a shape that was mostly right', basis('shape'), judged(4, 3), false],
  ['a shape that was right in half of the places', basis('shape'), judged(4, 2), false],
  ['a shape that was mostly wrong', basis('shape'), judged(4, 1), true],
  ['a shape of three places', basis('shape'), judged(3, 1), true],
  ['a shape of two places', basis('shape'), judged(2, 0), false],
  ['another event of the rule', basis('shape'), judged(9, 0, 'definite'), false],
  ['what rests on a caller', basis('latent'), judged(9, 9, 'latent'), true],
])('%s', (_, one, measured, isNoisy) => {
  expect(isNoisyKind('a', one, measured)).toBe(isNoisy);
});

test('what was judged of other rules does not count', () => {
  expect(isNoisyKind('b', basis('shape'), judged(9, 0))).toBe(false);
});
