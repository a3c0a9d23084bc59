import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { withTreeCopy } from '../files/tree-copy.ts';
import { outputOrThrow, runGit } from './git-command.ts';
import type { GitSetting } from './git-environment.ts';
import { filterOverrides, openRepository } from './repository.ts';

/**
 * Copies a checkout, with what was built beside it, to a temporary folder with a repository of its own
 * at the same commit, calls `use` with that and removes it. Settings and credentials of the
 * checkout's repository stay behind: its objects alone are shared, and are only read. The copy has the
 * name of the checkout.
 * @param folder the root of the checkout
 * @throws UsageError when it is no checkout, or has no commit
 */
export async function withCheckoutCopy<Result>(
  folder: string,
  use: (copy: string) => Promise<Result>,
): Promise<Result> {
  const head = await (await openRepository(folder)).head();
  if (head === undefined) throw new UsageError(`no commit is checked out in ${folder}`);
  const inside = async (path: string) =>
    resolve(folder, (await runOrThrow(folder, ['rev-parse', '--git-path', path])).trim());
  const objects = await inside('objects');
  const shallow = await inside('shallow');
  return await withTreeCopy(
    folder,
    async (copy) => {
      await runOrThrow(copy, ['init', '--quiet', '--initial-branch=main']);
      writeFileSync(join(copy, '.git/objects/info/alternates'), `${objects}\n`);
      if (existsSync(shallow)) cpSync(shallow, join(copy, '.git/shallow'));
      const overrides = await filterOverrides(copy);
      await runOrThrow(copy, ['update-ref', 'HEAD', head]);
      await runOrThrow(copy, ['read-tree', head], overrides);
      return await use(copy);
    },
    basename(resolve(folder)),
  );
}

async function runOrThrow(
  folder: string,
  args: readonly string[],
  overrides: readonly GitSetting[] = [],
): Promise<string> {
  const result = await runGit(folder, args, overrides);
  return outputOrThrow(
    result,
    (reason) => new UsageError(`the checkout cannot be copied: ${reason}`),
  );
}
