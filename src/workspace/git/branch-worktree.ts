import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { runGit, runGitOrThrow } from './git-command.ts';
import { filterOverrides, openRepository } from './repository.ts';

/** A branch that is checked out beside the work tree. */
export interface BranchWorktree {
  /** The folder that stands for the one that was named. */
  readonly folder: string;
  /** The commit that it was begun at, or has in common with HEAD. */
  readonly base: string | undefined;
  /** Whether HEAD has commits that the branch does not have. */
  readonly isBehind: boolean;
}

/** Where the checkout lies, in the folder of git: one at a time, so that one that was left behind is found. */
const PLACE = 'rustward-branch';

/**
 * Checks out a branch in a folder of its own, begun at HEAD where there is none or HEAD has all of it, calls `use` with
 * that, and removes the folder again. The work tree, its index and its HEAD stay as they are; what is not committed on the branch is gone.
 * The caller sees to it that no other run does so at the same time.
 * @param folder a folder in a git work tree
 * @param isKept whether a branch that is begun stays; else no branch is made or moved
 * @throws UsageError when it is in none, has no commit, or the branch is checked out elsewhere
 */
export async function withBranchWorktree<Result>(
  folder: string,
  { branch, isKept }: { readonly branch: string; readonly isKept: boolean },
  use: (worktree: BranchWorktree) => Promise<Result>,
): Promise<Result> {
  const git = await openRepository(folder);
  const head = await git.head();
  if (head === undefined) throw new UsageError(`${folder} has no commit to begin at`);
  const shown = (...args: string[]) => runGitOrThrow(folder, ['rev-parse', ...args]);
  const below = (await shown('--show-prefix')).trim();
  const top = (await shown('--show-toplevel')).trim();
  const common = resolve(folder, (await shown('--git-common-dir')).trim());
  const place = join(common, PLACE, basename(top));
  const overrides = await filterOverrides(folder);
  const remove = async () => {
    await runGit(folder, ['worktree', 'remove', '--force', place]);
    rmSync(join(common, PLACE), { recursive: true, force: true });
    await runGit(folder, ['worktree', 'prune']);
  };
  await remove();
  const ref = `refs/heads/${branch}^{commit}`;
  const tip = (await runGit(folder, ['rev-parse', '--verify', '--quiet', ref])).stdout.trim();
  const base = tip === '' ? head : await git.commonAncestor(tip);
  const isBegun = tip === '' || base === tip;
  const begin = isKept ? ['-B', branch, place, head] : ['--detach', place, head];
  const goOn = isKept ? [place, branch] : ['--detach', place, tip];
  try {
    await runGitOrThrow(
      folder,
      ['worktree', 'add', '--quiet', ...(isBegun ? begin : goOn)],
      overrides,
    );
    const at = isBegun ? head : base;
    return await use({ folder: join(place, below), base: at, isBehind: at !== head });
  } finally {
    await remove();
  }
}
