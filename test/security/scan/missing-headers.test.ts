import { expect, test } from '@jest/globals';
import { missingHeaders } from '../../../src/security/scan/missing-headers.ts';

/** The notes on files, of which each includes headers, in a tree that has further files on disk. */
function notes(
  includes: Readonly<Record<string, readonly string[]>>,
  onDisk: readonly string[] = [],
  folders: readonly string[] = [],
): string[] {
  const places = { folders, isThere: (path: string) => onDisk.includes(path) };
  return missingHeaders(Object.keys(includes), (file) => includes[file] ?? [], places).map(
    ({ file, reason, failed }) => {
      expect(failed).toBe(false);
      const [, before, behind] = /^(.*), which is nowhere.* is not known(.*)$/.exec(reason) ?? [];
      return `${file} ${before}${behind}`;
    },
  );
}

test.each<[string, Record<string, string[]>, string[]]>([
  ['a header that is nowhere', { 'src/a.c': ['x.h'] }, ['src/a.c includes "x.h"']],
  ['beside the file', { 'src/a.c': ['x.h'], 'src/x.h': [] }, []],
  ['from the root', { 'src/a.c': ['inc/x.h'], 'inc/x.h': [] }, []],
  ['in any folder of the tree', { 'src/a.c': ['my/x.h'], 'lib/include/my/x.h': [] }, []],
  [
    'of another folder of that name',
    { 'a.c': ['my/x.h'], 'lib/your/x.h': [] },
    ['a.c includes "my/x.h"'],
  ],
  ['above the file', { 'src/a.c': ['../x.h'] }, ['src/a.c includes "../x.h"']],
  ['out of the tree, which is named elsewhere', { 'a.c': ['../x.h'] }, []],
  ['no source by its name', { 'a.c': ['table.def'] }, []],
  [
    'what several files include',
    { 'a.c': ['x.h'], 'b.c': ['x.h'], 'c.c': ['x.h'] },
    ['a.c includes "x.h"; so do 2 more files'],
  ],
  [
    'many of them',
    { 'a.c': ['1.h', '2.h', '3.h', '4.h'] },
    ['a.c includes "1.h"', 'a.c includes "2.h"', 'a.c includes "3.h"; so is 1 more header'],
  ],
])('%s', (_name, includes, expected) => {
  expect(notes(includes)).toEqual(expected);
});

test('what is there and not scanned is not missing, nor what the build finds', () => {
  expect(notes({ 'src/a.c': ['x.h'] }, ['src/x.h'])).toEqual([]);
  expect(notes({ 'src/a.c': ['x.h'] }, ['build/x.h'])).toEqual(['src/a.c includes "x.h"']);
  expect(notes({ 'src/a.c': ['x.h'] }, ['build/x.h'], ['build'])).toEqual([]);
});
