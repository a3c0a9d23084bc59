import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildRecipes } from '../../../src/migration/build/build-recipes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const programs = (root: string, configured?: readonly string[]) =>
  buildRecipes(root, configured).map((recipe) => recipe.map((command) => command.join(' ')));

test('files at the root tell how a project is built, the likeliest way first', () => {
  const root = temporaryFolder({ 'CMakeLists.txt': '', 'configure.ac': '', 'src/Makefile': '' });
  expect(programs(root)).toEqual([
    ['cmake -G Unix Makefiles -S . -B rustward-build', 'make -k -C rustward-build'],
    ['autoreconf -fi', 'sh ./configure', 'make -k'],
  ]);
  expect(programs(temporaryFolder({ configure: '', Makefile: '' }))).toEqual([
    ['sh ./configure', 'make -k'],
    ['make -k'],
  ]);
});

test('a folder called as one of these files says nothing', () => {
  const root = temporaryFolder({ 'a.c': '' });
  mkdirSync(join(root, 'configure'));
  expect(programs(root)).toEqual([]);
});

test('the command that a person has given is the only one', () => {
  const root = temporaryFolder({ Makefile: '' });
  expect(programs(root, ['make', 'TARGET=x y'])).toEqual([['make TARGET=x y']]);
});
