import { expect, test } from '@jest/globals';
import { revisionOf } from '../../../src/workspace/git/revision.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('names the commit, the branch and the address of origin without credentials', async () => {
  const folder = gitRepository({ 'a.c': 'int x;\n' });
  const commit = git(folder, 'rev-parse', 'HEAD').trim();
  expect(await revisionOf(folder)).toEqual({ commit, branch: 'main' });
  git(folder, 'remote', 'add', 'origin', 'https://me:secret@example.org/a/b.git');
  git(folder, 'checkout', '--quiet', '--detach');
  const repository = 'https://example.org/a/b.git';
  expect(await revisionOf(folder)).toEqual({ commit, repository });
});

test('is undefined outside of git and before the first commit', async () => {
  const folder = temporaryFolder();
  expect(await revisionOf(folder)).toBeUndefined();
  git(folder, 'init', '--quiet');
  expect(await revisionOf(folder)).toBeUndefined();
});
