import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { changeSince } from '../../../src/security/selection/change.ts';
import { openRepository } from '../../../src/workspace/git/repository.ts';
import { commitAll, git, gitRepository } from '../../support/git-repository.ts';

/** A branch that has parted from `main`, which has gone on. */
function parted() {
  const folder = gitRepository({ 'a.c': 'int a;\n', 'b.c': 'int b;\n' });
  const first = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'checkout', '--quiet', '-b', 'topic');
  appendFileSync(join(folder, 'a.c'), 'int more;\n');
  commitAll(folder);
  git(folder, 'checkout', '--quiet', 'main');
  appendFileSync(join(folder, 'b.c'), 'int other;\n');
  commitAll(folder);
  const main = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'checkout', '--quiet', 'topic');
  return { folder, first, main };
}

const since = async (base: string, folder: string) => {
  const warnings: string[] = [];
  const change = await changeSince(base, await openRepository(folder), [], (line) =>
    warnings.push(line),
  );
  return { ...change, warnings };
};

describe('what has changed', () => {
  test('since a branch that has gone on is counted from where it parted, and said so', async () => {
    const { folder, first, main } = parted();
    const { name, commit, files, warnings } = await since('main', folder);
    expect(name).toBe(`main (where it parted, ${first.slice(0, 10)})`);
    expect([commit, files.map(({ path }) => path), warnings]).toEqual([first, ['a.c'], []]);
    const byCommit = await since(main, folder);
    expect(byCommit.name).toBe(`${main.slice(0, 10)} (where it parted, ${first.slice(0, 10)})`);
  });

  test('since a commit of the branch itself has the name of that alone', async () => {
    const { folder, first } = parted();
    writeFileSync(join(folder, 'b.c'), 'int b2;\n');
    const { name, files } = await since(first, folder);
    expect([name, files.map(({ path }) => path)]).toEqual([first.slice(0, 10), ['a.c', 'b.c']]);
    expect((await since('HEAD', folder)).name).toBe('HEAD');
  });

  test('since a branch of which git knows no common ancestor is all that differs, with a warning', async () => {
    const { folder } = parted();
    git(folder, 'checkout', '--quiet', '--orphan', 'alone');
    commitAll(folder);
    const { name, files, warnings } = await since('main', folder);
    expect([name, files.map(({ path }) => path)]).toEqual(['main', ['a.c', 'b.c']]);
    expect(warnings).toEqual([expect.stringContaining('no common ancestor of main and HEAD')]);
  });
});
