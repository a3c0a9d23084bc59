import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryName } from '../../../src/entry/costs/repository-name.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('all clones of a repository have one name: the address of its remote, without a password', async () => {
  const cloned = async (user: string) => {
    const folder = gitRepository({ 'a.c': '' });
    git(folder, 'remote', 'add', 'origin', `https://${user}example.test/ada/demo.git`);
    return await repositoryName(folder);
  };
  const name = await cloned('ada:secret@');
  expect(name.repository).toContain('example.test/ada/demo');
  expect(JSON.stringify(name)).not.toContain('secret');
  expect(await cloned('')).toEqual(name);
  expect(name).not.toHaveProperty('folder_name');
});

test.each([
  ['a repository without a remote', () => gitRepository({ 'a.c': '' })],
  ['a folder that is in none', () => temporaryFolder({ 'a.c': '' })],
])('%s is a hash that tells no path, beside the name of the folder', async (_what, make) => {
  const folder = make();
  const name = await repositoryName(folder);
  expect(name.repository).toMatch(/^folder:[0-9a-f]{16}$/);
  expect(name.folder_name).toBe(basename(folder));
  expect(await repositoryName(folder)).toEqual(name);
  expect((await repositoryName(make())).repository).not.toBe(name.repository);
});

test('the root has no name of its own', async () => {
  expect(await repositoryName('/')).toEqual({
    repository: expect.stringMatching(/^folder:[0-9a-f]{16}$/),
  });
});
