import { expect, test } from '@jest/globals';
import { optionsIn } from '../../../../src/equivalence/inputs/values/program-options.ts';

function options(words: readonly string[], characters = ''): string[] {
  const codes = [...characters].map((one) => one.charCodeAt(0));
  return optionsIn({ words: words.map((word) => Buffer.from(word)), characters: codes });
}

const ENDS = ['--', '-'];

test.each([
  ['v', ['-v']],
  ['C:m:v', ['-C', '-m', '-v']],
  ['abz9', ['-a', '-b', '-z', '-9']],
  ['+:o::x', ['-o', '-x']],
  ['-vV', ['-v', '-V']],
  ['aa', ['-a']],
  ['', []],
  ['no such file', []],
  ['a/b', []],
  ['é', []],
  ['usage: %s', []],
  ['a:::', []],
  ['-', []],
])('getopt is told options with %j', (word, expected) => {
  expect(options([word])).toEqual([...ENDS, ...expected]);
});

test('a text that is longer than any list of options tells none', () => {
  const letters = 'abcdefghijklmnopqrstuvwx';
  expect(options([letters])).toHaveLength(ENDS.length + 24);
  expect(options([`${letters}y`])).toEqual(ENDS);
});

test('a program that looks for characters has them as options, each once', () => {
  expect(options(['vq'], 'v-x \n_3')).toEqual([...ENDS, '-v', '-q', '-x', '-_', '-3']);
  expect(options([], '')).toEqual(ENDS);
});
