import { expect, test } from '@jest/globals';
import { conditionsAround } from '../../../src/security/reproduce/conditions-around.ts';

const LINES = [
  '#include <a.h>',
  '#if defined(A) || defined(B)',
  'int one;',
  '# ifdef C',
  'int two;',
  '# else',
  'int three;',
  '# endif',
  'int four;',
  '#endif',
  'int five;',
];

test.each([
  ['int one;', ['#if defined(A) || defined(B)']],
  ['int two;', ['#if defined(A) || defined(B)', '# ifdef C']],
  ['int three;', ['#if defined(A) || defined(B)', '# ifdef C', '# else']],
  ['int four;', ['#if defined(A) || defined(B)']],
  ['int five;', []],
])('%s stands under %j', (text, conditions) => {
  expect(conditionsAround(LINES, LINES.indexOf(text) + 1)).toEqual(conditions);
});
