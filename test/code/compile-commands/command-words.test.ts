import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { commandWords } from '../../../src/code/compile-commands/command-words.ts';

const word = fc.string({
  minLength: 1,
  unit: fc.constantFrom(...'ab $"\'\\`*;|&<>#~-=@\t'.split('')),
});

/** The same word in one of the ways in which a shell reads it. */
const quoted = word.chain((text) =>
  fc.constantFrom(
    { text, shown: `'${text.replaceAll("'", `'\\''`)}'` },
    { text, shown: `"${text.replaceAll(/["\\$`]/g, '\\$&')}"` },
    { text, shown: text.replaceAll(/[^ab]/g, '\\$&') },
  ),
);

test('words are what a shell makes of them', () => {
  fc.assert(
    fc.property(fc.array(quoted), (words) => {
      const command = words.map(({ shown }) => shown).join('  ');
      expect(commandWords(command)).toEqual(words.map(({ text }) => text));
    }),
  );
});

test('a real shell agrees', () => {
  const command = `cc -DA='"x y"' "-DB=\\"a\\\\n\\"" -DC=\\"q\\" -I"some dir"/sub '' "" a\\ b "\\z"`;
  const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], {
    encoding: 'utf8',
  });
  expect(commandWords(command)).toEqual(printed.split('\0').slice(0, -1));
});

test('nothing is expanded or run', () => {
  expect(commandWords('cc $HOME `id` $(id) *.c ; rm')).toEqual([
    ...['cc', '$HOME', '`id`', '$(id)', '*.c', ';', 'rm'],
  ]);
  expect(commandWords("cc 'open")).toBeUndefined();
  expect(commandWords('cc "open')).toBeUndefined();
});
