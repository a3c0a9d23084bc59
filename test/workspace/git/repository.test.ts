import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { withCommit } from '../../../src/workspace/git/extract-commit.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const LINES = Array.from({ length: 12 }, (_, index) => `int v${index + 1};\n`);

describe('openGit', () => {
  test('tells the commit, the branch and the address of origin', async () => {
    const folder = gitRepository({ 'a.c': 'int x;\n' });
    git(folder, 'remote', 'add', 'origin', 'https://me:secret@example.org/a/b.git');
    const repository = await openRepository(folder);
    expect(await repository.head()).toBe(git(folder, 'rev-parse', 'HEAD').trim());
    expect(await repository.branch()).toBe('main');
    expect(await repository.remote()).toBe('https://example.org/a/b.git');
    git(folder, 'checkout', '--quiet', '--detach');
    expect(await repository.branch()).toBeUndefined();
  });

  test('has no head before the first commit', async () => {
    const folder = temporaryFolder();
    git(folder, 'init', '--quiet');
    expect(await (await openRepository(folder)).head()).toBeUndefined();
  });

  test('refuses a folder outside of any work tree, and names that are no commit', async () => {
    const outside = temporaryFolder();
    await expect(openRepository(outside)).rejects.toThrow(
      new UsageError(`${outside} is not in a git work tree`),
    );
    const repository = await openRepository(gitRepository({ 'a.c': '' }));
    for (const name of ['absent', '--output=x', '-x', 'a b', '', 'main:a.c']) {
      await expect(repository.commit(name)).rejects.toThrow(UsageError);
    }
    expect(await repository.commit('main')).toBe(await repository.head());
  });
});

describe('changes', () => {
  test('gives ranges of modified, renamed, staged and untracked files, not of deleted ones', async () => {
    const folder = gitRepository({
      'sub/mod.c': LINES.join(''),
      'sub/old.c': LINES.join('').replaceAll('v', 'w'),
      'sub/gone.c': 'int gone;\n',
      'outside.c': 'int x;\n',
      '.gitignore': '*.o.c\n',
    });
    const lines = [...LINES];
    lines[2] = 'int changed;\n';
    lines.splice(7, 2);
    addFiles(folder, { 'sub/mod.c': lines.join(''), 'sub/né w.c': 'int n;\n', 'sub/x.o.c': '' });
    addFiles(folder, { 'outside.c': 'int y;\n' });
    git(folder, 'mv', 'sub/old.c', 'sub/new.c');
    git(folder, 'rm', '--quiet', 'sub/gone.c');
    const repository = await openRepository(join(folder, 'sub'));
    expect(await repository.changes('HEAD')).toEqual([
      {
        path: 'mod.c',
        ranges: [
          { start: 3, count: 1 },
          { start: 7, count: 0 },
        ],
      },
      { path: 'né w.c', ranges: [{ start: 1, count: Number.MAX_SAFE_INTEGER }] },
    ]);
  });

  test('runs nothing that the repository configures', async () => {
    const folder = gitRepository({
      'a.c': 'int x;\n',
      '.gitattributes': '*.c filter=evil diff=evil\n',
    });
    const mark = join(folder, 'mark');
    const evil = `touch ${mark}; cat`;
    git(folder, 'config', 'filter.evil.clean', evil);
    git(folder, 'config', 'filter.evil.required', 'true');
    git(folder, 'config', 'diff.evil.textconv', evil);
    git(folder, 'config', 'diff.external', `touch ${mark}`);
    git(folder, 'config', 'core.fsmonitor', `touch ${mark}`);
    addFiles(folder, { 'a.c': 'int y;\n' });
    const repository = await openRepository(folder);
    const changed = await repository.changes('HEAD');
    expect(changed).toEqual([{ path: 'a.c', ranges: [{ start: 1, count: 1 }] }]);
    expect(existsSync(mark)).toBe(false);
  });
});

describe('commonAncestor', () => {
  test('is where two branches parted', async () => {
    const folder = gitRepository({ 'a.c': '' });
    const parted = git(folder, 'rev-parse', 'HEAD').trim();
    git(folder, 'checkout', '--quiet', '-b', 'work');
    addFiles(folder, { 'b.c': '' });
    commitAll(folder);
    git(folder, 'checkout', '--quiet', 'main');
    addFiles(folder, { 'c.c': '' });
    commitAll(folder);
    git(folder, 'checkout', '--quiet', 'work');
    const repository = await openRepository(folder);
    expect(await repository.commonAncestor(await repository.commit('main'))).toBe(parted);
  });
});

describe('withCommit', () => {
  test('writes the sources of a commit and removes them afterwards', async () => {
    const folder = gitRepository({
      'a.c': 'int a;\n',
      'x/b.rs': 'fn b() {}\n',
      'big.c': 'x'.repeat(99),
    });
    addFiles(folder, { 'README.md': 'text', 'x/.gitignore': 'z.c\n' });
    commitAll(folder);
    addFiles(folder, { 'a.c': 'int later;\n' });
    const repository = await openRepository(folder);
    let place = '';
    await withCommit(repository, 'HEAD', { maxBytes: 50 }, (extracted) => {
      place = extracted;
      expect(readFileSync(join(extracted, 'a.c'), 'utf8')).toBe('int a;\n');
      expect(readFileSync(join(extracted, 'x/b.rs'), 'utf8')).toBe('fn b() {}\n');
      // All that a commit has is tracked, whatever its rules say.
      expect(existsSync(join(extracted, 'x/.gitignore'))).toBe(false);
      expect(existsSync(join(extracted, 'big.c'))).toBe(false);
      expect(existsSync(join(extracted, 'README.md'))).toBe(false);
      return Promise.resolve();
    });
    expect(existsSync(place)).toBe(false);
  });
});
