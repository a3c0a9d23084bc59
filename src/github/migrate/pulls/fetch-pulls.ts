import { fetchCommitsBetween } from '../../api/commits.ts';
import { fetchPullsFrom, listPulls, type PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';

/** The pull request of the migration from a branch: the open one, else the last. */
export async function fetchPullFrom(
  access: RepositoryClient,
  branch: string,
): Promise<PullRequest | undefined> {
  const all = await fetchPullsFrom(access, branch, 'all');
  const own = all.filter((one) => isOfMigration(access, one));
  return own.find(({ state }) => state === 'open') ?? own[0];
}

/** All pull requests of the migration that are open, in their order. */
export async function fetchOpenPulls(access: RepositoryClient): Promise<PullRequest[]> {
  const open: PullRequest[] = [];
  for await (const one of listPulls(access, { state: 'open', order: 'oldest first' })) {
    if (isOfMigration(access, one)) open.push(one);
  }
  return open;
}

/**
 * Whether a pull request of the migration was opened after a time.
 * @param since milliseconds since 1970
 */
export async function wasOpenedSince(access: RepositoryClient, since: number): Promise<boolean> {
  for await (const one of listPulls(access, { state: 'all', order: 'newest first' })) {
    if (Date.parse(one.created) <= since) return false;
    if (isOfMigration(access, one)) return true;
  }
  return false;
}

/** Whether the app has opened it, from a branch of the migration in the repository itself. */
export function isOfMigration({ identity }: RepositoryClient, one: PullRequest): boolean {
  const isOwn = one.isOwnBranch && one.author === identity.bot;
  return isOwn && parseBranch(one.branch) !== undefined;
}

/** Whether another account than the app has a commit between two: those are not moved. */
export async function hasOthersCommits(
  access: RepositoryClient,
  base: string,
  head: string,
): Promise<boolean> {
  const { bot } = access.identity;
  const commits = await fetchCommitsBetween(access, base, head);
  return commits?.every(({ author, isVerified }) => author === bot && isVerified) !== true;
}
