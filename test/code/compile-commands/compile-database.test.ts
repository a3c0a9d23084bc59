import { describe, expect, test } from '@jest/globals';
import {
  isCompileDatabase,
  parseCompileDatabase,
  within,
} from '../../../src/code/compile-commands/compile-database.ts';

const FILES = new Set(['src/a.c', 'src/b.c', 'top.c']);

function read(entries: readonly object[], root = '/here/project') {
  return parseCompileDatabase(JSON.stringify(entries), root, FILES);
}

const entry = (file: string, directory = '/here/project', command = `cc -c ${file}`) => {
  return { directory, file, command };
};

describe('a list of compile commands', () => {
  test('says how each file of the project is compiled, in its order', () => {
    expect(
      read([entry('src/b.c'), entry('src/a.c', '/here/project', 'cc -DX "-DY=a b" -c a.c')]),
    ).toEqual([
      {
        ...{ file: 'src/b.c', words: ['cc', '-c', 'src/b.c'], isOfWindows: false },
        ...{ folder: '/here/project', home: '/here/project' },
      },
      {
        ...{ file: 'src/a.c', words: ['cc', '-DX', '-DY=a b', '-c', 'a.c'], isOfWindows: false },
        ...{ folder: '/here/project', home: '/here/project' },
      },
    ]);
  });

  test('has paths that are relative to the folder of each entry', () => {
    const found = read([entry('../src/a.c', 'build'), entry('a.c', '/here/project/src')]);
    expect(found?.map(({ file, folder }) => [file, folder])).toEqual([
      ['src/a.c', '/here/project/build'],
      ['src/a.c', '/here/project/src'],
    ]);
  });

  test('leaves out files that are not of the project, and keeps each configuration of one that is', () => {
    const others = [entry('/usr/src/a.c'), entry('src/gone.c'), entry('../other/src/b.c')];
    const found = read([...others, entry('top.c'), entry('top.c')]);
    expect(found?.map(({ file }) => file)).toEqual(['top.c', 'top.c']);
  });

  test('names no words where the command cannot be read, or there is none', () => {
    const found = read([
      { directory: '.', file: 'top.c' },
      { directory: '.', file: 'top.c', command: 'cc "-c' },
      { directory: '.', file: 'top.c', arguments: [] },
      { directory: '.', file: 'top.c', arguments: ['cc', '-c'], command: 'gcc' },
    ]);
    expect(found?.map(({ words }) => words)).toEqual([
      undefined,
      undefined,
      undefined,
      ['cc', '-c'],
    ]);
  });
});

describe('a list that was written elsewhere', () => {
  test('has the project where its files were', () => {
    const found = read([entry('src/a.c', '/there/of/them'), entry('src/b.c', '/there/of/them')]);
    expect(found?.map(({ file, home, folder }) => [file, home, folder])).toEqual([
      ['src/a.c', '/there/of/them', '/there/of/them'],
      ['src/b.c', '/there/of/them', '/there/of/them'],
    ]);
  });

  test('may name files first that are none of the project', () => {
    const found = read([entry('/usr/lib/crt.c'), entry('/top.c'), entry('/there/top.c', '/there')]);
    expect(found?.map(({ file, home }) => [file, home])).toEqual([['top.c', '/']]);
  });

  test('is of here where one file of it is', () => {
    const found = read([entry('src/a.c', '/there'), entry('src/b.c')]);
    expect(found?.map(({ file, home }) => [file, home])).toEqual([['src/b.c', '/here/project']]);
  });

  test('is of here where no file of it is known', () => {
    expect(read([entry('src/gone.c', '/there')])).toEqual([]);
  });

  test('has paths of Windows made those of POSIX', () => {
    const found = read([
      { directory: 'C:\\work\\p', file: 'src\\a.c', command: 'cl.exe /DX src\\a.c' },
    ]);
    expect(found).toMatchObject([{ file: 'src/a.c', isOfWindows: true }]);
    expect(found?.[0]?.home).toMatch(/\/work\/p$/);
  });
});

test('what is no such list is told from one', () => {
  for (const text of [
    '',
    '{}',
    '[{"file":"a.c"}]',
    '[{"directory":"/","file":1}]',
    '[1]',
    'null',
  ]) {
    expect([text, isCompileDatabase(text)]).toEqual([text, false]);
    expect(parseCompileDatabase(text, '/', FILES)).toBeUndefined();
  }
  expect(isCompileDatabase('[]')).toBe(true);
  expect(isCompileDatabase('[{"directory":"/","file":"a.c"}]')).toBe(true);
});

test.each([
  ['/a', '/a/b/c.c', 'b/c.c'],
  ['/a', '/a', ''],
  ['/a', '/b/c.c', undefined],
  ['/a', '/ab/c.c', undefined],
  ['/a', '/a/..b/c.c', '..b/c.c'],
  ['/', '/b/c.c', 'b/c.c'],
])('below %s, %s is %s', (home, path, below) => {
  expect(within(home, path)).toBe(below);
});
