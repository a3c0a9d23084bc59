import { IncompleteError } from '../../../errors.ts';
import { fetchBranchHead } from '../../api/commits.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { refusalOf } from '../../api/retrying-calls.ts';
import { FILE_MODE, findBlockedPath, openTree } from '../../api/trees.ts';
import { writeCommit } from '../../api/write-commit.ts';
import type { PlannedFile } from '../../isolated-worker/migration-plan.ts';
import { hasOthersCommits } from './fetch-pulls.ts';

/** A commit to make. */
export interface NewCommit {
  readonly branch: string;
  /** Its only parent. */
  readonly base: string;
  readonly files: readonly PlannedFile[];
  readonly message: string;
}

/** The commit that a branch is at then; or that a person has written there, which stays. */
export type Published =
  | { readonly kind: 'published'; readonly head: string }
  | { readonly kind: 'others' }
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Sees that a branch is one commit of ours on top of its base: made when it is missing, moved when only
 * the app has written to it. Done again, it finds the branch as it is.
 * @param access with a token that writes contents
 */
export async function publishFiles(
  access: RepositoryClient,
  commit: NewCommit,
): Promise<Published> {
  const { branch, files } = commit;
  const base = await openTree(access, commit.base);
  const paths = files.map(({ path }) => path);
  // What a crate is made of is not executed.
  const problem = await findBlockedPath(base, paths, [FILE_MODE]);
  if (problem !== undefined) return { kind: 'refused', problem };
  const current = await fetchBranchHead(access, branch);
  if (current !== undefined && (await hasOthersCommits(access, commit.base, current))) {
    return { kind: 'others' };
  }
  const update =
    current === undefined ? ({ kind: 'create' } as const) : ({ kind: 'replace', current } as const);
  try {
    const written = await writeCommit(access, { ...commit, base }, update);
    if (written.kind === 'blocked') return { kind: 'refused', problem: written.problem };
    return written.kind === 'moved'
      ? { kind: 'others' }
      : { kind: 'published', head: written.head };
  } catch (thrown) {
    if (current !== undefined || refusalOf(thrown)?.status !== 422) throw thrown;
    // Another worker was faster: the next try finds what it made.
    if ((await fetchBranchHead(access, branch)) === undefined) throw thrown;
    throw new IncompleteError(`another worker has just made the branch ${branch}`);
  }
}
