import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withCommit } from '../../../src/workspace/git/extract-commit.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { commitAll, gitRepository } from '../../support/git-repository.ts';
import { addFiles } from '../../support/temporary-folder.ts';

test('the folder has the files of the commit, and nothing of what is not committed', async () => {
  const folder = gitRepository({ 'a.c': 'old', Makefile: 'all:\n', configure: '#!/bin/sh\n' });
  chmodSync(join(folder, 'configure'), 0o755);
  symlinkSync('/etc/passwd', join(folder, 'link'));
  commitAll(folder);
  addFiles(folder, { 'a.c': 'new', 'untracked.c': '' });
  let tree = '';
  const select = { maxBytes: 1000, isWanted: () => true };
  await withCommit(await openRepository(folder), 'HEAD', select, (made) => {
    tree = made;
    expect(readFileSync(join(tree, 'a.c'), 'utf8')).toBe('old');
    expect(readFileSync(join(tree, 'Makefile'), 'utf8')).toBe('all:\n');
    expect(statSync(join(tree, 'configure')).mode & 0o111).toBe(0o111);
    expect(statSync(join(tree, 'a.c')).mode & 0o111).toBe(0);
    for (const absent of ['link', 'untracked.c', '.git']) {
      expect(existsSync(join(tree, absent))).toBe(false);
    }
    return Promise.resolve();
  });
  expect(existsSync(tree)).toBe(false);
});
