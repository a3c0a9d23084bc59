import { expect, test } from '@jest/globals';
import { compilationOfBuild } from '../../../src/migration/scan/compilation-of-build.ts';

const HOME = '/work/project';

const ofCalls = (
  calls: readonly (readonly [folder: string, line: string])[],
  headers: readonly string[] = [],
  below = '',
) =>
  compilationOfBuild(
    {
      calls: calls.map(([folder, line]) => ({ folder, words: line.split(' ') })),
      headers: new Map(headers.map((path) => [path, Buffer.of()])),
    },
    new Set(['a.c', 'src/b.c', 'src/c.c']),
    below,
  );

test('each file has the flags of the first call that compiles it, as its own folder means them', () => {
  expect(
    ofCalls([
      [HOME, 'cc -O2 -Wall -DA=1 -Iinclude -c a.c -o a.o'],
      [HOME, 'cc -DB -c a.c'],
      [`${HOME}/src`, 'gcc -I. -I../include -I/usr/include/x -std=c99 b.c c.c -lm -o x'],
    ]),
  ).toEqual({
    flags: {
      'a.c': ['-DA=1', '-I./include'],
      'src/b.c': ['-I./src', '-I./include', '-I/usr/include/x', '-std=c99'],
      'src/c.c': ['-I./src', '-I./include', '-I/usr/include/x', '-std=c99'],
    },
    headers: [],
  });
});

test('what is not of the project, and flags that could do harm, are left out', () => {
  expect(
    ofCalls([
      [HOME, 'cc conftest.c'],
      ['/tmp', 'cc -c a.c'],
      [HOME, 'cc -fplugin=./x.so @more -I/etc -I../.. -DOK -c a.c'],
    ]),
  ).toEqual({ flags: { 'a.c': ['-DOK'] }, headers: [] });
});

test('a folder in which the build made headers is followed by where they are kept', () => {
  const kept = './.rustward/c2rust/generated';
  expect(
    ofCalls(
      [
        [HOME, 'cc -Iinclude -Ilib -isystem include -include config.h -c a.c'],
        [`${HOME}/src`, 'cc -I.. -c b.c'],
      ],
      ['config.h', 'include/deep/version.h', 'src/table.inc'],
    ),
  ).toEqual({
    flags: {
      'a.c': [
        ...['-iquote', kept, '-I./include', `-I${kept}/include`, '-I./lib'],
        ...['-isystem', './include', '-isystem', `${kept}/include`],
        ...['-include', `${kept}/config.h`],
      ],
      'src/b.c': ['-iquote', `${kept}/src`, '-I./', `-I${kept}`],
    },
    headers: ['config.h', 'include/deep/version.h', 'src/table.inc'],
  });
});

test('where the sources are a folder of the project, paths are those within it, and no header is kept', () => {
  expect(
    ofCalls([[`${HOME}/c`, 'cc -DX -Isrc -I../other -c a.c']], ['c/made.h', 'top.h'], 'c'),
  ).toEqual({
    flags: { 'a.c': ['-DX', '-I./src'] },
    headers: [],
  });
});
