import { expect, test } from '@jest/globals';
import {
  isRelation,
  negatedRelation,
  swappedRelation,
} from '../../../../src/code/c/ir/relations.ts';

const HOLDS = new Map<string, (a: number, b: number) => boolean>([
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
]);

test.each([...HOLDS])('%s', (op, holds) => {
  expect(isRelation(op)).toBe(true);
  for (const [a, b] of [
    [1, 2],
    [2, 2],
    [3, 2],
  ] as const) {
    expect(HOLDS.get(negatedRelation(op))?.(a, b)).toBe(!holds(a, b));
    expect(HOLDS.get(swappedRelation(op))?.(b, a)).toBe(holds(a, b));
  }
});

test.each(['+', '<<', '&&', ''])('"%s" compares nothing', (op) => {
  expect(isRelation(op)).toBe(false);
});
