import { UsageError } from '../../src/errors.ts';
import type { GitRepository } from '../../src/workspace/git/repository.ts';
import type { Change } from '../runner/job.ts';

const FETCH = 'set fetch-depth: 0 in the step that uses actions/checkout';

/**
 * The commit that a change is compared with: what it was merged into, where the merge is checked out,
 * as actions/checkout does it by itself; or else where the change parted from the base branch.
 * @throws UsageError when something else is checked out, or git has too little of the history
 */
export async function findBase(git: GitRepository, { head, base }: Change): Promise<string> {
  const here = await git.head();
  if (here === undefined) throw new UsageError('no commit is checked out in the workspace');
  if (here !== head) {
    const [first, second] = [await parent(git, 1), await parent(git, 2)];
    if (first !== undefined && second === head) return first;
    throw new UsageError(
      second === undefined && first === undefined
        ? `the checkout has no history, so that nobody can tell what changed; ${FETCH}`
        : `${short(here)} is checked out, which is neither the head of the change (${short(head)}) nor its merge`,
    );
  }
  const common = (await isKnown(git, base)) ? await git.commonAncestor(base) : undefined;
  if (common !== undefined) return common;
  throw new UsageError(`the base of the change, ${short(base)}, is not in the checkout; ${FETCH}`);
}

async function parent(git: GitRepository, number: number): Promise<string | undefined> {
  return (await isKnown(git, `HEAD^${number}`)) ? await git.commit(`HEAD^${number}`) : undefined;
}

async function isKnown(git: GitRepository, ref: string): Promise<boolean> {
  try {
    await git.commit(ref);
    return true;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  }
}

function short(commit: string): string {
  return commit.slice(0, 10);
}
