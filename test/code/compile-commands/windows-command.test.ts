import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCompileDatabase } from '../../../src/code/compile-commands/compile-database.ts';
import {
  posixPath,
  posixWord,
  windowsCommandWords,
} from '../../../src/code/compile-commands/windows-command.ts';

test.each([
  ['cl.exe -c a.c', ['cl.exe', '-c', 'a.c']],
  ['C:\\VS\\cl.exe  /IC:\\inc', ['C:\\VS\\cl.exe', '/IC:\\inc']],
  ['"C:\\Program Files\\cl.exe" x', ['C:\\Program Files\\cl.exe', 'x']],
  ['-DNAME=\\"x y\\"', ['-DNAME="x', 'y"']],
  ['"-DNAME=\\"x y\\""', ['-DNAME="x y"']],
  ['"a\\\\" b', ['a\\', 'b']],
  ['""', ['']],
  ['', []],
  ['"open', undefined],
])('%j', (command, words) => {
  expect(windowsCommandWords(command)).toEqual(words);
});

test.each([
  ['C:\\work\\p', '/c:/work/p'],
  ['c:/work', '/c:/work'],
  ['src\\a.c', 'src/a.c'],
  ['/usr', '/usr'],
])('the path %j', (path, expected) => {
  expect(posixPath(path)).toBe(expected);
});

test.each([
  ['-IC:\\work\\inc', '-I/c:/work/inc'],
  ['/IC:\\work\\inc', '/I/c:/work/inc'],
  ['-external:IC:/x', '-external:I/c:/x'],
  ['C:\\VS\\bin\\cl.exe', '/c:/VS/bin/cl.exe'],
  ['..\\inc', '../inc'],
  ['-I..\\inc', '-I../inc'],
  ['/I..\\inc', '/I../inc'],
  ['-isystem..\\inc', '-isystem../inc'],
  ['/FIconfig\\all.h', '/FIconfig/all.h'],
  ['-DPATH="a\\b"', '-DPATH="a\\b"'],
  ['/DX=1', '/DX=1'],
  ['@C:\\x.rsp', '@/c:/x.rsp'],
  ['/FoC:\\out\\a.obj', '/Fo/c:/out/a.obj'],
])('the word %j', (word, expected) => {
  expect(posixWord(word)).toBe(expected);
});

test('what is taken apart is what was put together', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '/'), minLength: 1 });
  fc.assert(
    fc.property(fc.array(plain), (words) => {
      expect(windowsCommandWords(words.map((word) => `"${word}"`).join(' '))).toEqual(words);
    }),
  );
});

test.each(['C:\\\\work\\\\p\\\\src\\\\a.c', 'C:/work/p/src/a.c'])(
  'a list that was written on Windows, with %s',
  (file) => {
    const command =
      'C:\\\\VS\\\\bin\\\\cl.exe -IC:\\\\work\\\\p\\\\inc -DX=1 -c C:\\\\work\\\\p\\\\src\\\\a.c';
    const text = `[{ "directory": "C:/work/p/out", "command": "${command}", "file": "${file}" }]`;
    expect(parseCompileDatabase(text, '/home/me/p', new Set(['src/a.c', 'inc/n.h']))).toEqual([
      {
        file: 'src/a.c',
        words: ['/c:/VS/bin/cl.exe', '-I/c:/work/p/inc', '-DX=1', '-c', '/c:/work/p/src/a.c'],
        isOfWindows: true,
        folder: '/c:/work/p/out',
        home: '/c:/work/p',
      },
    ]);
  },
);
