import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withBranchWorktree } from '../../../src/workspace/git/branch-worktree.ts';
import { commitPaths } from '../../../src/workspace/git/commit-paths.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = { 'a.txt': 'one\n', 'sub/b.txt': 'two\n' };
const KEPT = { branch: 'ours/work', isKept: true };

/** Commits a text to the branch. */
function commitText(root: string, text: string, where = KEPT) {
  return withBranchWorktree(root, where, async ({ folder, ...facts }) => {
    writeFileSync(join(folder, 'a.txt'), text);
    await commitPaths(folder, ['a.txt'], 'work');
    return { ...facts, listed: readdirSync(folder) };
  });
}

test('a commit on the branch, from a folder below the top, and nothing of it in the work tree', async () => {
  const root = gitRepository(FILES);
  const head = git(root, 'rev-parse', 'HEAD').trim();
  const sub = join(root, 'sub');
  const seen = await withBranchWorktree(sub, KEPT, async ({ folder, base, isBehind }) => {
    writeFileSync(join(folder, 'b.txt'), 'three\n');
    await commitPaths(folder, ['b.txt'], 'work');
    return { base, isBehind };
  });
  expect(seen).toEqual({ base: head, isBehind: false });
  expect(git(root, 'show', 'ours/work:sub/b.txt')).toBe('three\n');
  expect(readFileSync(join(sub, 'b.txt'), 'utf8')).toBe('two\n');
  expect(git(root, 'rev-parse', 'HEAD').trim()).toBe(head);
  expect(git(root, 'status', '--porcelain')).toBe('');
  expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test('a checkout that a killed run left behind is in no way', async () => {
  const root = gitRepository(FILES);
  await commitText(root, 'first\n');
  git(
    root,
    'worktree',
    'add',
    '--quiet',
    join(root, '.git/rustward-branch', root.split('/').at(-1) ?? ''),
    'ours/work',
  );
  await commitText(root, 'second\n');
  expect(git(root, 'show', 'ours/work:a.txt')).toBe('second\n');
  expect(git(root, 'log', '--format=%s', 'main..ours/work').trim().split('\n')).toHaveLength(2);
});

test('it goes on where HEAD has moved, and begins at HEAD where that has all of it', async () => {
  const root = gitRepository(FILES);
  const base = git(root, 'rev-parse', 'HEAD').trim();
  await commitText(root, 'first\n');
  git(root, 'commit', '--quiet', '--allow-empty', '--message=more');
  expect(await commitText(root, 'second\n')).toMatchObject({ base, isBehind: true });
  git(root, 'merge', '--quiet', '--no-edit', 'ours/work');
  const merged = git(root, 'rev-parse', 'HEAD').trim();
  expect(await commitText(root, 'third\n')).toMatchObject({ base: merged, isBehind: false });
});

test('without a branch to keep none is made, and the one that is there stays', async () => {
  const root = gitRepository(FILES);
  const look = { ...KEPT, isKept: false };
  await commitText(root, 'lost\n', look);
  expect(git(root, 'branch', '--list').trim()).toBe('* main');
  await commitText(root, 'first\n');
  const tip = git(root, 'rev-parse', 'ours/work');
  await commitText(root, 'lost\n', look);
  expect(git(root, 'rev-parse', 'ours/work')).toBe(tip);
});

test('what fails leaves no checkout; a branch that is checked out here, and no repository, are refused', async () => {
  const root = gitRepository(FILES);
  const failing = withBranchWorktree(root, KEPT, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(existsSync(join(root, '.git/rustward-branch'))).toBe(false);
  git(root, 'checkout', '--quiet', 'ours/work');
  await expect(commitText(root, 'x\n')).rejects.toThrow(/git worktree failed in .*ours\/work/);
  await expect(commitText(temporaryFolder({}), 'x\n')).rejects.toThrow('not in a git work tree');
});
