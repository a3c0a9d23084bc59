import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSourceFiles } from '../../../src/workspace/files/source-files.ts';
import { withTracked } from '../../../src/workspace/git/with-tracked.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

function paths(folder: string, options = {}): string[] {
  return findSourceFiles(folder, withTracked(folder, options)).files.map(({ path }) => path);
}

test('what is tracked counts although .gitignore fits it, and nothing else of its folder', () => {
  const folder = gitRepository({ 'a.c': '', 'lib/ü b.c': '', 'lib/c.c': '' });
  addFiles(folder, { '.gitignore': 'lib/\n', 'lib/new.c': '' });
  expect(paths(folder)).toEqual(['a.c', 'lib/c.c', 'lib/ü b.c']);
  expect(paths(join(folder, 'lib'))).toEqual(['c.c', 'ü b.c']);
  expect(paths(folder, { exclude: ['c.c'] })).toEqual(['a.c', 'lib/ü b.c']);
  git(folder, 'rm', '--quiet', '--cached', 'lib/c.c');
  expect(paths(folder)).toEqual(['a.c', 'lib/ü b.c']);
  expect(paths(folder, { gitignore: false })).toContain('lib/new.c');
});

test('without a work tree nothing is tracked', () => {
  const folder = temporaryFolder({ '.gitignore': 'b.c\n', 'a.c': '', 'b.c': '' });
  expect(paths(folder)).toEqual(['a.c']);
  expect(paths(join(folder, 'a.c'))).toEqual(['a.c']);
});
