import { expect, test } from '@jest/globals';
import { nameOf, runtimeTextOf } from '../../../src/equivalence/harness/runtime-object.ts';

test('what is made of other parts has another name, though they read the same one after the other', () => {
  const texts = [
    new Map([['a.c', 'int x;']]),
    new Map([['a.ci', 'nt x;']]),
    new Map([
      ['a.c', 'int'],
      [' x', ';'],
    ]),
  ].map(runtimeTextOf);
  expect(new Set(texts).size).toBe(3);
  expect(nameOf('ab', 'c')).not.toBe(nameOf('a', 'bc'));
  expect(nameOf('ab', 'c')).toBe(nameOf('ab', 'c'));
});
