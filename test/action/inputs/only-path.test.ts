import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import ignore from 'ignore';
import { onlyPath } from '../../../action/inputs/only-path.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = ['a.c', 'x/a.c', 'x/y/a.c', 'x/y/z/a.c', 'x/yy/a.c', 'w/x/y/a.c', '!x/[y]/a b#.c'];

function left(path: string): string[] {
  const root = temporaryFolder(Object.fromEntries(FILES.map((file) => [file, ''])));
  return ignore()
    .add([...onlyPath(root, path)])
    .filter(FILES);
}

test.each([
  ['.', FILES],
  ['./', FILES],
  ['x/y', ['x/y/a.c', 'x/y/z/a.c']],
  ['./x//y/', ['x/y/a.c', 'x/y/z/a.c']],
  ['x/../x/yy', ['x/yy/a.c']],
  ['a.c', ['a.c']],
])('%s leaves everything else out', (path, expected) => {
  expect(left(path)).toEqual(expected);
});

test('a file of any name stands for itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), (file) => {
      expect(left(file)).toEqual([file]);
    }),
  );
});
