import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

/** A clone with the files of HEAD alone. */
function partialClone(): string {
  const origin = gitRepository({ 'a.c': 'int a;\n', 'same.c': 'int s;\n' });
  addFiles(origin, { 'a.c': 'int b;\n' });
  commitAll(origin);
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const folder = join(temporaryFolder(), 'clone');
  git(origin, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, folder);
  return folder;
}

test('a clone that lacks objects lists the files that it has', async () => {
  const repository = await openRepository(partialClone());
  expect((await repository.files('HEAD')).map(({ path }) => path)).toEqual(['a.c', 'same.c']);
  expect((await repository.files('HEAD~1')).map(({ path }) => path)).toEqual(['same.c']);
});

test('so does a clone that has lost an object, with the sizes of the others', async () => {
  const folder = gitRepository({ 'a.c': 'int a;\n', 'same.c': 'int same;\n' });
  const lost = git(folder, 'rev-parse', 'HEAD:a.c').trim();
  rmSync(join(folder, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  const repository = await openRepository(folder);
  expect((await repository.files('HEAD')).map(({ path, bytes }) => [path, bytes])).toEqual([
    ['same.c', 10],
  ]);
});

test('a base that is not there is named, with what brings it', async () => {
  const repository = await openRepository(partialClone());
  const compared = repository.differences('HEAD~1');
  await expect(compared).rejects.toThrow(UsageError);
  await expect(compared).rejects.toThrow('git fetch --refetch --no-filter');
});
