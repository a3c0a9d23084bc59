import { type AuthoredCommit, fetchPullCommits } from '../../api/commits.ts';
import { fetchPullsFrom, type PullRequest } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';

/** The open pull request from a branch, where the app itself has opened it. */
export async function fetchGatePull(
  client: RepositoryClient,
  branch: string,
): Promise<PullRequest | undefined> {
  const open = await fetchPullsFrom(client, branch, 'open');
  return open.find(({ author }) => author === client.identity.bot);
}

/** What the commits of a pull request say of who works on it. */
export interface Authorship {
  /** Whether the last commit is the app's: no other person works on top of it. */
  readonly isOurs: boolean;
  /** Commits that an agent added since CI failed. */
  readonly repairs: number;
}

const TRAILER = 'Rustward-CI-Repair';

/** The line in the message of a commit by which a repair is counted. */
export function repairTrailer(round: number): string {
  return `${TRAILER}: ${round}`;
}

/** Repairs are counted in the history itself: neither a database nor text that people write counts. */
export async function fetchAuthorship(
  client: RepositoryClient,
  { number }: PullRequest,
): Promise<Authorship> {
  const { bot } = client.identity;
  // Every person can write another name into a commit. GitHub signs only what the app did itself.
  const isOurs = ({ author, committer, ...commit }: AuthoredCommit) =>
    author === bot && commit.isVerified && (committer === bot || commit.isByGitHub);
  const commits = await fetchPullCommits(client, number);
  const isRepair = new RegExp(`^${TRAILER}: \\d+$`, 'm');
  const last = commits.at(-1);
  return {
    isOurs: last !== undefined && isOurs(last),
    repairs: commits.filter((one) => isOurs(one) && isRepair.test(one.message)).length,
  };
}
