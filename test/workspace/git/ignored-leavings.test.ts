import { expect, test } from '@jest/globals';
import { findSourceFiles } from '../../../src/workspace/files/source-files.ts';
import { ignoredLeavings } from '../../../src/workspace/git/ignored-leavings.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

test('what a build has left is named, and nothing that git tracks or does not ignore', async () => {
  const folder = gitRepository({ 'a.c': '', 'mixed/b.c': '', 'ü [x].c': '' });
  addFiles(folder, {
    '.gitignore': 'gen/\n*.c\n!new.c\n',
    'gen/g.c': '',
    'mixed/left.c': '',
    'new.c': '',
    'u [x].c': '',
  });
  const leavings = await ignoredLeavings(folder);
  expect(leavings.toSorted()).toEqual(['/gen/', '/mixed/left.c', '/u\\ \\[x\\].c']);
  const select = { gitignore: false, exclude: leavings };
  const left = findSourceFiles(folder, select).files.map(({ path }) => path);
  expect(left).toEqual(['a.c', 'mixed/b.c', 'new.c', 'ü [x].c']);
});

test('of a folder that is in no work tree nothing is said', async () => {
  expect(await ignoredLeavings(temporaryFolder({ '.gitignore': '*.c\n', 'a.c': '' }))).toEqual([]);
});
