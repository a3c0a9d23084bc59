import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ignoreFilesIn, ignoreLines } from '../../../src/workspace/files/ignore-file.ts';
import { pathPatterns } from '../../../src/workspace/files/path-patterns.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('ignore files of all folders are found, but for links and those in folders that are skipped', () => {
  const root = temporaryFolder({
    '.rustwardignore': 'old/\n',
    'src/[x]/.rustwardignore': 'gen.c\n',
    'vendor/.rustwardignore': 'all\n',
    'link/a.c': '',
    'elsewhere.txt': '*\n',
  });
  symlinkSync(join(root, 'elsewhere.txt'), join(root, 'link/.rustwardignore'));
  const found = ignoreFilesIn(root).map(({ folder }) => folder);
  expect(found.sort()).toEqual(['', 'src/[x]']);
});

test.each([
  // The line, its folder, what it leaves out, and what not.
  ['gen.c', 'src', 'src/a/b/gen.c', 'gen.c'],
  ['/gen.c', 'src', 'src/gen.c', 'src/a/gen.c'],
  ['a/*.c', 'src', 'src/a/x.c', 'src/b/a/x.c'],
  ['gen/', 'src', 'src/a/gen/x.c', 'gen/x.c'],
  ['**/gen/*.c', 'src', 'src/a/gen/x.c', 'a/gen/x.c'],
  ['*.c', 'src/[x] y', 'src/[x] y/a.c', 'src/x y/a.c'],
  ['\\#a.c', 'src', 'src/#a.c', 'src/a.c'],
  ['gen.c  ', 'src', 'src/gen.c', 'other/gen.c'],
  ['\uFEFFgen.c\r', '', 'a/gen.c', 'a/gen.cc'],
])('the line %j in %j leaves out %s, and not %s', (text, folder, out, kept) => {
  const patterns = pathPatterns(ignoreLines([{ folder, text }]));
  expect([patterns.ignores(out), patterns.ignores(kept)]).toEqual([true, false]);
});

test('what a folder says goes before what the folders above say, and comments say nothing', () => {
  const lines = ignoreLines([
    { folder: 'src/keep', text: '# all of them\n!*.c\n' },
    { folder: '', text: '*.c\n\n' },
    { folder: 'src', text: '!x.c\n' },
  ]);
  expect(lines).toEqual(['*.c', '!/src/**/x.c', '!/src/keep/**/*.c']);
  const patterns = pathPatterns(lines);
  const out = ['a.c', 'src/a.c', 'src/x.c', 'src/keep/a.c'].filter((path) =>
    patterns.ignores(path),
  );
  expect(out).toEqual(['a.c', 'src/a.c']);
});
