import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { withProtectedTree } from '../../../src/workspace/git/protected-tree.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const kept: string[] = [];
afterEach(() => {
  for (const folder of kept.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const FILES = { 'a.c': 'int a;\n', 'sub/b.c': 'int b;\n', '.gitignore': '*.o\n' };

function harm(tree: string): Promise<string> {
  writeFileSync(join(tree, 'a.c'), 'changed');
  rmSync(join(tree, 'sub'), { recursive: true });
  symlinkSync('/', join(tree, 'sub'));
  addFiles(tree, { 'new/c.c': 'added' });
  return Promise.resolve('done');
}

test('a clean tree is restored, and what was done to it is kept apart', async () => {
  const folder = gitRepository(FILES);
  const run = await withProtectedTree(folder, harm);
  if (run.changesFolder !== undefined) kept.push(run.changesFolder);
  expect(run).toMatchObject({ result: 'done', onCopy: false });
  expect(run.changed).toEqual(['a.c', 'new/c.c', 'sub', 'sub/b.c']);
  expect(git(folder, 'status', '--porcelain')).toBe('');
  expect(readFileSync(join(folder, 'sub/b.c'), 'utf8')).toBe('int b;\n');
  expect(existsSync(join(folder, 'new/c.c'))).toBe(false);
  expect(readFileSync(join(run.changesFolder ?? '', 'a.c'), 'utf8')).toBe('changed');
  expect(readFileSync(join(run.changesFolder ?? '', 'new/c.c'), 'utf8')).toBe('added');
});

test('a clean tree that the run left alone reports no change', async () => {
  const folder = gitRepository(FILES);
  const run = await withProtectedTree(folder, (tree) => Promise.resolve(tree));
  expect(run).toEqual({ result: folder, onCopy: false, changed: [], changesFolder: undefined });
});

test('what is our own to write to stays as it was written, tracked or not', async () => {
  const folder = gitRepository({ ...FILES, 'own/state': 'old' });
  const work = (tree: string) => {
    addFiles(tree, { 'own/state': 'new', 'own/more': 'new' });
    return harm(tree);
  };
  const run = await withProtectedTree(folder, work, ['own']);
  if (run.changesFolder !== undefined) kept.push(run.changesFolder);
  expect(run.changed).toEqual(['a.c', 'new/c.c', 'sub', 'sub/b.c']);
  expect(git(folder, 'status', '--porcelain')).toBe(' M own/state\n?? own/more\n');
  const again = await withProtectedTree(folder, (tree) => Promise.resolve(tree), ['own']);
  expect(again).toMatchObject({ onCopy: false, changed: [] });
});

test('it is restored when the run throws', async () => {
  const folder = gitRepository(FILES);
  const run = withProtectedTree(folder, async (tree) => {
    await harm(tree);
    throw new Error('broken');
  });
  await expect(run).rejects.toThrow('broken');
  expect(git(folder, 'status', '--porcelain')).toBe('');
});

test.each([
  ['a change', (folder: string) => writeFileSync(join(folder, 'a.c'), 'my work')],
  [
    'a staged file',
    (folder: string) => {
      writeFileSync(join(folder, 'mine.c'), 'my work');
      git(folder, 'add', 'mine.c');
    },
  ],
  ['a new file', (folder: string) => writeFileSync(join(folder, 'mine.c'), 'my work')],
  ['a removed file', (folder: string) => rmSync(join(folder, 'a.c'))],
  ['a filter', (folder: string) => git(folder, 'config', 'filter.x.smudge', 'cat')],
])('a tree with %s is copied, and never touched', async (_what, work) => {
  const folder = gitRepository(FILES);
  work(folder);
  const before = git(folder, 'status', '--porcelain');
  let seen = '';
  const run = await withProtectedTree(folder, (tree) => {
    seen = tree;
    return harm(tree);
  });
  expect(run).toMatchObject({ onCopy: true, changed: [] });
  expect(seen).not.toBe(folder);
  expect(existsSync(seen)).toBe(false);
  expect(git(folder, 'status', '--porcelain')).toBe(before);
});

test('a folder that git does not know is copied, links as links', async () => {
  const folder = temporaryFolder({ 'a.c': 'int a;\n', 'sub/b.c': '' });
  symlinkSync('/etc', join(folder, 'link'));
  const run = await withProtectedTree(folder, (tree) => {
    expect(readFileSync(join(tree, 'a.c'), 'utf8')).toBe('int a;\n');
    expect(existsSync(join(tree, 'sub/b.c'))).toBe(true);
    return harm(tree);
  });
  expect(run.onCopy).toBe(true);
  expect(readFileSync(join(folder, 'a.c'), 'utf8')).toBe('int a;\n');
});

test('a part of a repository is restored without the rest', async () => {
  const folder = gitRepository(FILES);
  const run = await withProtectedTree(join(folder, 'sub'), (tree) => {
    writeFileSync(join(tree, 'b.c'), 'changed');
    return Promise.resolve();
  });
  if (run.changesFolder !== undefined) kept.push(run.changesFolder);
  expect(run.changed).toEqual(['b.c']);
  expect(git(folder, 'status', '--porcelain')).toBe('');
});
