import { expect, test } from '@jest/globals';
import {
  includesOfHeaders,
  ReachedHeaders,
} from '../../../../src/code/flow/project/reached-headers.ts';

/** The headers that are reached, where every file of the project includes some others. */
function reachedFrom(
  file: string,
  included: readonly string[],
  project: Readonly<Record<string, readonly string[]>>,
): string[] {
  const files = Object.entries(project).map(([path, paths]) => ({ file: path, included: paths }));
  const all = [...files, { file, included }];
  return [...new ReachedHeaders(includesOfHeaders(all)).reachedFrom(file, included)].sort();
}

test('headers are reached directly and through others, also in a circle', () => {
  const project = { 'a.h': ['b.h', 'stdio.h'], 'b.h': ['a.h', 'c.h'], 'c.h': [], 'd.h': [] };
  expect(reachedFrom('main.c', ['a.h'], project)).toEqual(['a.h', 'b.h', 'c.h']);
  expect(reachedFrom('main.c', [], project)).toEqual([]);
});

test('the header beside the file is meant, or else each whose path ends so', () => {
  const project = { 'x/list.h': [], 'y/list.h': [], 'y/sub/list.h': [], 'z/mylist.h': [] };
  expect(reachedFrom('x/main.c', ['list.h'], project)).toEqual(['x/list.h']);
  expect(reachedFrom('y/main.c', ['../x/list.h'], project)).toEqual(['x/list.h']);
  expect(reachedFrom('main.c', ['list.h'], project)).toEqual([
    'x/list.h',
    'y/list.h',
    'y/sub/list.h',
  ]);
  expect(reachedFrom('main.c', ['sub/list.h'], project)).toEqual(['y/sub/list.h']);
});

test('a place that the build names is meant alone', () => {
  const project = { 'x/list.h': [], 'list.h': [] };
  expect(reachedFrom('y/main.c', ['/list.h'], project)).toEqual(['list.h']);
});

test('a source that is included leads on', () => {
  const project = { 'part.c': ['own.h'], 'own.h': [] };
  expect(reachedFrom('main.c', ['part.c'], project)).toEqual(['own.h', 'part.c']);
});

test('what other systems include is included, and not reached', () => {
  const files = [
    { file: 'main.c', included: ['a.h', '!win.h'] },
    { file: 'a.h', included: [] },
    { file: 'win.h', included: [] },
    { file: 'alone.h', included: [] },
  ];
  const headers = new ReachedHeaders(includesOfHeaders(files));
  expect([...headers.reachedFrom('main.c', ['a.h', '!win.h'])]).toEqual(['a.h']);
  expect(['win.h', 'alone.h'].map((file) => headers.isIncluded(file))).toEqual([true, false]);
});

test('what other systems alone include is told apart', () => {
  const files = [
    { file: 'main.c', included: ['a.h', '!win.h'] },
    { file: 'a.h', included: ['shared.h', '!b.h'] },
    { file: 'win.h', included: ['shared.h', 'deep.h'] },
    ...['b.h', 'deep.h', 'shared.h', 'alone.h'].map((file) => ({ file, included: [] })),
  ];
  const headers = new ReachedHeaders(includesOfHeaders(files));
  const reached = headers.reachedFrom('main.c', ['a.h', '!win.h']);
  expect([...headers.elsewhereFrom('main.c', ['a.h', '!win.h'], reached)].sort()).toEqual([
    'b.h',
    'deep.h',
    'win.h',
  ]);
});
