import { expect, test } from '@jest/globals';
import { movedSubmodules } from '../../../src/security/selection/moved-submodules.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { git, gitRepository } from '../../support/git-repository.ts';

const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)];

function withSubmodules(): string {
  const root = gitRepository({ 'a.c': 'int a;\n' });
  const at = (commit: string, path: string) =>
    git(root, 'update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
  at(FIRST, 'lib/kept');
  at(FIRST, 'lib/moved');
  git(root, 'commit', '--quiet', '-m', 'submodules');
  at(SECOND, 'lib/moved');
  at(SECOND, 'lib/new');
  git(root, 'commit', '--quiet', '-m', 'moved');
  return root;
}

test('submodules that a change moves or adds are named', async () => {
  const root = withSubmodules();
  const named = (await movedSubmodules(await openRepository(root), 'HEAD~1', [])).map(
    ({ file }) => file,
  );
  expect(named).toEqual(['lib/moved', 'lib/new']);
  expect(await movedSubmodules(await openRepository(root), 'HEAD', [])).toEqual([]);
});

test('what is named already is not named again, and nothing of it has failed', async () => {
  const root = withSubmodules();
  const known = [{ file: 'lib/new', reason: 'is a submodule', failed: false }];
  expect(await movedSubmodules(await openRepository(root), 'HEAD~1', known)).toEqual([
    { file: 'lib/moved', reason: expect.stringContaining('not reviewed'), failed: false },
  ]);
});
