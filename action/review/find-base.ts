import { UsageError } from '../../src/errors.ts';
import type { GitRepository } from '../../src/workspace/git/repository.ts';
import type { Change } from '../runner/job.ts';

const FETCH = 'set fetch-depth: 0 in the step that uses actions/checkout';

/**
 * The commit that a change is compared with: what it was merged into, where the merge is checked out,
 * as actions/checkout does it by itself; or else where the change parted from the base branch.
 * @param fetchParents fetches the parents of a commit that the checkout left out, or says why it cannot
 * @throws UsageError when something else is checked out, or git has too little of the history
 */
export async function findBase(
  git: GitRepository,
  change: Change,
  fetchParents: (commit: string) => Promise<string | undefined>,
): Promise<string> {
  const here = await git.head();
  if (here === undefined) throw new UsageError('no commit is checked out in the workspace');
  const known = await knownBase(git, here, change);
  if (known !== undefined) return known;
  const problem = await fetchParents(here);
  const base = problem === undefined ? await knownBase(git, here, change) : undefined;
  if (base !== undefined) return base;
  const missing =
    here === change.head
      ? `the base of the change, ${short(change.base)}, is not in the checkout`
      : 'the checkout has no history, so that it is unknown what changed';
  const why = problem === undefined ? '' : ` (not fetched: ${problem})`;
  throw new UsageError(`${missing}; ${FETCH}${why}`);
}

/** The base, as far as the history in the checkout tells it. */
async function knownBase(
  git: GitRepository,
  here: string,
  { head, base }: Change,
): Promise<string | undefined> {
  if (here === head) return (await isKnown(git, base)) ? await git.commonAncestor(base) : undefined;
  const [first, second] = [await parent(git, 1), await parent(git, 2)];
  if (first === undefined && second === undefined) return undefined;
  if (first !== undefined && second === head) return first;
  throw new UsageError(
    `${short(here)} is checked out, which is neither the head of the change (${short(head)}) nor its merge`,
  );
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
