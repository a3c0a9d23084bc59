import { expect, test } from '@jest/globals';
import { functionPairs } from '../../../src/code/change/function-pairs.ts';
import { lower } from '../../support/c-code.ts';

const BODY = `{
  int total = 0;
  for (int i = 0; i < n; i++)
    total += values[i];
  if (total < 0)
    total = -total;
  return total;
}`;

function pairsOf(base: string, head: string): string[] {
  return functionPairs(lower(base), lower(head)).map(
    (pair) => `${pair.base.name} ${pair.head.name}`,
  );
}

test('functions are paired by name, wherever they stand', () => {
  expect(
    pairsOf(
      `int a(void) { return 1; } int b(void) { return 2; }`,
      `int b(void) { return 3; } int a(void) { return 1; }`,
    ),
  ).toEqual(['b b', 'a a']);
});

test('a function with a new name is known by its lines', () => {
  expect(
    pairsOf(`int sum(int *values, int n)\n${BODY}`, `int total_of(int *values, int n)\n${BODY}`),
  ).toEqual(['sum total_of']);
});

test('a new function is no old one', () => {
  expect(pairsOf(`int sum(int *values, int n)\n${BODY}`, `int other(void) { return 1; }`)).toEqual(
    [],
  );
});

test('of one name the n-th is paired with the n-th', () => {
  const twice = `#ifdef A\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif\n`;
  expect(pairsOf(twice, twice)).toEqual(['f f', 'f f']);
});
