import { UsageError } from '../../errors.ts';
import { findRepository } from '../../workspace/git/repository.ts';

/** What a change is meant for, as git names it: the default branch of the remote, or here. */
const DEFAULT_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * The branch that the work in a folder is meant for. On that branch itself, what is not committed, or
 * not pushed, is the change.
 * @returns undefined where the folder is in no git work tree, or there is no such branch
 */
export async function findDefaultBranch(folder: string): Promise<string | undefined> {
  const git = await findRepository(folder);
  if (git === undefined || (await git.head()) === undefined) return undefined;
  for (const branch of DEFAULT_BRANCHES) {
    try {
      if ((await git.commonAncestor(await git.commit(branch))) !== undefined) return branch;
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
    }
  }
  return undefined;
}
