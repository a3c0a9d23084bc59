import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { revisionOf } from '../../../src/workspace/git/revision.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('names the commit, the branch and the address of origin without credentials', async () => {
  const folder = gitRepository({ 'a.c': 'int x;\n' });
  const commit = git(folder, 'rev-parse', 'HEAD').trim();
  const isModified = expect.any(Function);
  expect(await revisionOf(folder)).toEqual({ commit, branch: 'main', isModified });
  git(folder, 'remote', 'add', 'origin', 'https://me:secret@example.org/a/b.git');
  git(folder, 'checkout', '--quiet', '--detach');
  const repository = 'https://example.org/a/b.git';
  expect(await revisionOf(folder)).toEqual({ commit, repository, isModified });
});

test('names the folder below the top, and tells files that are not as in the commit', async () => {
  const folder = gitRepository({ 'a.c': 'int x;\n', 'lib/src/b.c': 'int y;\n', 'lib/c.c': '\n' });
  writeFileSync(join(folder, 'lib/src/b.c'), 'int z;\n');
  writeFileSync(join(folder, 'lib/src/new.c'), 'int n;\n');
  const revision = await revisionOf(join(folder, 'lib'));
  expect(revision?.folder).toBe('lib');
  const files = ['c.c', 'src/b.c', 'src/new.c'];
  expect(files.map((file) => revision?.isModified(file))).toEqual([false, true, true]);
});

test('takes every file for a modified one where git cannot compare', async () => {
  const folder = gitRepository({ 'a.c': 'int x;\n' });
  const tree = git(folder, 'rev-parse', 'HEAD^{tree}').trim();
  rmSync(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  expect((await revisionOf(folder))?.isModified('a.c')).toBe(true);
});

test('is undefined outside of git and before the first commit', async () => {
  const folder = temporaryFolder();
  expect(await revisionOf(folder)).toBeUndefined();
  git(folder, 'init', '--quiet');
  expect(await revisionOf(folder)).toBeUndefined();
});
