import { fetchBranchHead } from '../../api/commits.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import {
  type CommitTree,
  FILE_MODE,
  fetchBlobText,
  findBlockedPath,
  openTree,
} from '../../api/trees.ts';
import { writeCommit } from '../../api/write-commit.ts';
import type { ReadyRepairPlan } from '../../isolated-worker/repair-plan.ts';
import { lostTest } from './refused-repair.ts';
import type { RepairOutcome } from './repair.ts';

/**
 * Puts one commit on top of a branch, and never anything in the place of what is there.
 * @param access with a token that writes contents
 */
export async function commitRepair(
  access: RepositoryClient,
  branch: string,
  { base: commit, files }: ReadyRepairPlan,
  message: string,
): Promise<RepairOutcome> {
  if ((await fetchBranchHead(access, branch)) !== commit) return { kind: 'moved' };
  const base = await openTree(access, commit);
  const problem = await findProblem(access, base, files);
  if (problem !== undefined) return { kind: 'none', reason: `It was refused: ${problem}.` };
  const repaired = files.map(({ path, content }) => ({ path, content: content ?? '' }));
  const wanted = { branch, base, files: repaired, message };
  const written = await writeCommit(access, wanted, { kind: 'append' });
  if (written.kind === 'blocked') {
    return { kind: 'none', reason: `It was refused: ${written.problem}.` };
  }
  return written.kind === 'moved' ? written : { kind: 'pushed', head: written.head };
}

/** What speaks against a change of files; they must be plain ones, and lose none of their tests. */
async function findProblem(
  access: RepositoryClient,
  base: CommitTree,
  files: ReadyRepairPlan['files'],
): Promise<string | undefined> {
  for (const { path, content } of files) {
    const blocked = await findBlockedPath(base, [path], [FILE_MODE]);
    if (blocked !== undefined) return blocked;
    const sha = (await base.entryAt(path))?.sha;
    const text = sha === undefined ? undefined : await fetchBlobText(access, sha);
    const lost = text === undefined ? undefined : lostTest(text, content ?? '');
    if (lost !== undefined) return `it loses the test ${lost}`;
  }
  return undefined;
}
