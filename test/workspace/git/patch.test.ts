import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { withCheckoutCopy } from '../../../src/workspace/git/checkout-copy.ts';
import { buildPatch } from '../../../src/workspace/git/patch.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a patch makes the files of the commit what they are to be', async () => {
  const folder = gitRepository({
    'a b.txt': 'one\ntwo\n',
    'gone.txt': 'x\n',
    '.gitignore': 'rust\n',
  });
  const files = [
    { path: 'a b.txt', content: 'one\nthree\n' },
    { path: 'gone.txt', content: null },
    { path: 'rust/src/ü.rs', content: 'fn f() {}' },
  ];
  const patch = await withCheckoutCopy(folder, (copy) => buildPatch(copy, files));
  const where = join(temporaryFolder(), 'patch');
  writeFileSync(where, patch);
  git(folder, 'apply', '--index', where);
  expect(readFileSync(join(folder, 'a b.txt'), 'utf8')).toBe('one\nthree\n');
  expect(readFileSync(join(folder, 'rust/src/ü.rs'), 'utf8')).toBe('fn f() {}');
  expect(git(folder, 'diff', '--cached', '--name-status', '--no-renames')).toContain('D\tgone.txt');
});

test.each([
  '../out.txt',
  '/etc/out.txt',
  '.git/config',
  'a/../../out.txt',
  'x/.GIT/hooks/post-commit',
])('no file is written to %s', async (path) => {
  const folder = gitRepository({ 'a.txt': 'one\n' });
  const write = () =>
    withCheckoutCopy(folder, (copy) => buildPatch(copy, [{ path, content: 'x' }]));
  await expect(write()).rejects.toThrow(UsageError);
});
