import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { withCheckoutCopy } from '../../../src/workspace/git/checkout-copy.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

test('has the commit, what lies beside it, and no settings of the checkout', async () => {
  const folder = gitRepository({ 'a.c': 'int a;\n', '.gitignore': 'build\n' });
  addFiles(folder, { 'build/compile_commands.json': '[]' });
  git(folder, 'config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic c2VjcmV0');
  symlinkSync('/etc/passwd', join(folder, 'link'));
  const head = git(folder, 'rev-parse', 'HEAD').trim();
  const gone = await withCheckoutCopy(folder, async (copy) => {
    expect(basename(copy)).toBe(basename(folder));
    expect(readFileSync(join(copy, 'build/compile_commands.json'), 'utf8')).toBe('[]');
    expect(readFileSync(join(copy, '.git/config'), 'utf8')).not.toContain('extraheader');
    expect(existsSync(join(copy, 'link'))).toBe(false);
    const own = await openRepository(copy);
    expect(await own.head()).toBe(head);
    expect(await own.uncommitted()).toEqual({ changed: [], untracked: [] });
    return copy;
  });
  expect(existsSync(gone)).toBe(false);
});

test('a commit there leaves the checkout alone', async () => {
  const folder = gitRepository({ 'a.c': 'int a;\n' });
  const head = git(folder, 'rev-parse', 'HEAD');
  const files = git(folder, 'count-objects', '-v');
  const log = await withCheckoutCopy(folder, (copy) => {
    writeFileSync(join(copy, 'a.c'), 'int b;\n');
    commitAll(copy);
    return Promise.resolve(git(copy, 'log', '--format=%s'));
  });
  expect(log).toBe('change\nchange\n');
  expect(git(folder, 'rev-parse', 'HEAD')).toBe(head);
  expect(git(folder, 'count-objects', '-v')).toBe(files);
  expect(git(folder, 'status', '--porcelain')).toBe('');
});

test('of a checkout without history', async () => {
  const origin = gitRepository({ 'a.c': 'int a;\n' });
  writeFileSync(join(origin, 'a.c'), 'int b;\n');
  commitAll(origin);
  const folder = temporaryFolder();
  const from = ['--depth=1', '--no-local', `file://${origin}`];
  git(folder, 'clone', '--quiet', ...from, 'shallow');
  const log = await withCheckoutCopy(join(folder, 'shallow'), (copy) =>
    Promise.resolve(git(copy, 'log', '--format=%s')),
  );
  expect(log).toBe('change\n');
});

test('of what is no checkout is refused', async () => {
  const use = () => Promise.reject(new Error('nothing is there'));
  await expect(withCheckoutCopy(temporaryFolder(), use)).rejects.toThrow(UsageError);
});
