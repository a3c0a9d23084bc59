import type { Fixed } from '../../security/fix/fix-plan.ts';
import { fetchBranchHead } from '../api/commits.ts';
import { createPull, fetchPullsFrom, type PullRequest } from '../api/pulls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import { openTree } from '../api/trees.ts';
import { writeCommit } from '../api/write-commit.ts';

/**
 * Commits a fix to a branch of its own, and opens a draft pull request from there to the branch of
 * the one that it fixes. A branch that is there already is left alone.
 * @param access with a token that writes contents
 * @returns the number of the pull request; undefined where GitHub refuses
 */
export async function openFixPull(
  access: RepositoryClient,
  pull: PullRequest,
  key: string,
  plan: Fixed,
  text: string,
): Promise<number | undefined> {
  const branch = `rustward/fix/${key}-${pull.head.slice(0, 7)}`;
  const findPull = async () => (await fetchPullsFrom(access, branch, 'all'))[0]?.number;
  try {
    const before = await findPull();
    if (before !== undefined) return before;
    if (!(await isCommitted(access, branch, pull, key, plan))) return undefined;
    const body = `${text}\n\nIt fixes what #${pull.number} brings, and goes into its branch.`;
    const wanted = { title: `Fix finding ${key}`, body, draft: true, branch, into: pull.branch };
    return await createPull(access, wanted, findPull);
  } catch (thrown) {
    if ([403, 404, 409, 422].includes(refusalOf(thrown)?.status ?? 0)) return undefined;
    throw thrown;
  }
}

/** Begins the branch with one commit; false where something is in the way of a file. */
async function isCommitted(
  access: RepositoryClient,
  branch: string,
  pull: PullRequest,
  key: string,
  { files }: Fixed,
): Promise<boolean> {
  if ((await fetchBranchHead(access, branch)) !== undefined) return true;
  const base = await openTree(access, pull.head);
  const message = `Fix finding ${key}\n\nProposed for pull request ${pull.number}.`;
  const written = await writeCommit(access, { branch, base, files, message }, { kind: 'create' });
  return written.kind === 'written';
}
