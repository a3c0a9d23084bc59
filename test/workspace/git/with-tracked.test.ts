import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSourceFiles, scanRootOf } from '../../../src/workspace/files/source-files.ts';
import { withTracked } from '../../../src/workspace/git/with-tracked.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

async function paths(folder: string, options = {}): Promise<string[]> {
  const { root } = scanRootOf(folder);
  return findSourceFiles(folder, await withTracked(root, options)).files.map(({ path }) => path);
}

test('what is tracked counts although .gitignore fits it, and nothing else of its folder', async () => {
  const folder = gitRepository({ 'a.c': '', 'lib/ü b.c': '', 'lib/c.c': '' });
  addFiles(folder, { '.gitignore': 'lib/\n', 'lib/new.c': '' });
  expect(await paths(folder)).toEqual(['a.c', 'lib/c.c', 'lib/ü b.c']);
  expect(await paths(join(folder, 'lib'))).toEqual(['c.c', 'ü b.c']);
  expect(await paths(folder, { exclude: ['c.c'] })).toEqual(['a.c', 'lib/ü b.c']);
  git(folder, 'rm', '--quiet', '--cached', 'lib/c.c');
  expect(await paths(folder)).toEqual(['a.c', 'lib/ü b.c']);
  expect(await paths(folder, { gitignore: false })).toContain('lib/new.c');
});

test('without a work tree nothing is tracked', async () => {
  const folder = temporaryFolder({ '.gitignore': 'b.c\n', 'a.c': '', 'b.c': '' });
  expect(await paths(folder)).toEqual(['a.c']);
  expect(await paths(join(folder, 'a.c'))).toEqual(['a.c']);
});
