import { expect, test } from '@jest/globals';
import {
  nameOf,
  runtimeObject,
  runtimeTextOf,
} from '../../../src/equivalence/harness/runtime-object.ts';

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

test('names are short, and those of objects say for which program', () => {
  expect(nameOf('')).toMatch(/^[0-9a-f]{24}$/);
  expect(runtimeObject('driver')).toMatch(/^[0-9a-f]{24}-driver\.o$/);
  expect(runtimeObject('driver')).not.toBe(runtimeObject('other'));
});
