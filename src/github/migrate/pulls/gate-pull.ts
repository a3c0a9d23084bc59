import type { RepositoryClient } from '../../api/repository-client.ts';

/** An open pull request of the migration, as the gate sees it. */
export interface GatePull {
  readonly number: number;
  readonly branch: string;
  readonly head: string;
  /** The branch that it goes into. */
  readonly into: string;
  /** For GraphQL. */
  readonly node: string;
  readonly isDraft: boolean;
  readonly body: string;
  readonly labels: readonly string[];
}

/** The open pull request from a branch, where the app itself has opened it. */
export async function fetchGatePull(
  { github, calls, ownerRepo, repository, identity }: RepositoryClient,
  branch: string,
): Promise<GatePull | undefined> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.list({
      ...{ ...ownerRepo, ...options, state: 'open', per_page: 100 },
      head: `${ownerRepo.owner}:${branch}`,
    }),
  );
  const own = data.find(
    ({ user, head }) =>
      user?.id === identity.bot && head.ref === branch && head.repo?.id === repository.id,
  );
  if (own === undefined) return undefined;
  return {
    ...{ number: own.number, branch, head: own.head.sha, into: own.base.ref, node: own.node_id },
    ...{ isDraft: own.draft === true, body: own.body ?? '' },
    labels: own.labels.map(({ name }) => name),
  };
}

/** What the commits of a pull request say of who works on it. */
export interface Authorship {
  /** Whether the last commit is the app's: nobody else is at work on top of it. */
  readonly isOurs: boolean;
  /** Commits that an agent added since CI failed. */
  readonly repairs: number;
}

const TRAILER = 'Rustward-CI-Repair';

/** The line in the message of a commit by which a repair is counted. */
export function repairTrailer(round: number): string {
  return `${TRAILER}: ${round}`;
}

/** Repairs are counted in the history itself: no database, and nobody's text, has a say in it. */
export async function fetchAuthorship(
  { github, calls, ownerRepo, identity }: RepositoryClient,
  { number }: GatePull,
): Promise<Authorship> {
  const commits = await calls.read((options) =>
    github.paginate(github.rest.pulls.listCommits, {
      ...{ ...ownerRepo, ...options, pull_number: number, per_page: 100 },
    }),
  );
  // Anybody can write another name into a commit. GitHub signs only what the app did itself.
  const isOurs = ({ author, committer, commit }: (typeof commits)[number]) =>
    author?.id === identity.bot &&
    commit.verification?.verified === true &&
    (committer?.id === identity.bot || committer?.login === 'web-flow');
  const isRepair = new RegExp(`^${TRAILER}: \\d+$`, 'm');
  const last = commits.at(-1);
  return {
    isOurs: last !== undefined && isOurs(last),
    repairs: commits.filter((one) => isOurs(one) && isRepair.test(one.commit.message)).length,
  };
}
