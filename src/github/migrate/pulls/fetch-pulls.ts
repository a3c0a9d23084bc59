import { refusalOf } from '../../api/calls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';

/** A pull request from a branch of the migration. */
export interface MigrationPull {
  readonly number: number;
  readonly branch: string;
  readonly head: string;
  /** The branch that it goes into. */
  readonly into: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly body: string;
  readonly author: number | undefined;
  readonly labels: readonly string[];
}

/** The pull request from a branch: the open one, else the last. */
export async function fetchPullFrom(
  access: RepositoryClient,
  branch: string,
): Promise<MigrationPull | undefined> {
  const { github, calls, ownerRepo } = access;
  const { data } = await calls.read((options) =>
    github.rest.pulls.list({
      ...{ ...ownerRepo, ...options, per_page: 100, state: 'all' },
      head: `${ownerRepo.owner}:${branch}`,
    }),
  );
  const all = data
    .flatMap((one) => migrationPullOf(access, one))
    .filter((one) => one.branch === branch);
  return all.find(({ state }) => state === 'open') ?? all[0];
}

/** All pull requests of the migration that are open, in their order. */
export async function fetchOpenPulls(access: RepositoryClient): Promise<MigrationPull[]> {
  const { github, calls, ownerRepo } = access;
  const data = await calls.read((options) =>
    github.paginate(github.rest.pulls.list, {
      ...{ ...ownerRepo, ...options, per_page: 100, state: 'open', direction: 'asc' },
    }),
  );
  return data.flatMap((one) => migrationPullOf(access, one));
}

const PAGE = 100;

/**
 * Whether a pull request of the migration was opened after a time.
 * @param since milliseconds since 1970
 */
export async function wasOpenedSince(access: RepositoryClient, since: number): Promise<boolean> {
  const { github, calls, ownerRepo } = access;
  for (let page = 1; ; page += 1) {
    const { data } = await calls.read((options) =>
      github.rest.pulls.list({
        ...{ ...ownerRepo, ...options, state: 'all', sort: 'created', direction: 'desc' },
        ...{ per_page: PAGE, page },
      }),
    );
    for (const one of data) {
      if (Date.parse(one.created_at) <= since) return false;
      if (migrationPullOf(access, one).length > 0) return true;
    }
    if (data.length < PAGE) return false;
  }
}

interface ListedPullRequest {
  readonly number: number;
  readonly state: string;
  readonly merged_at: string | null;
  readonly body: string | null;
  readonly user: { readonly id: number } | null;
  readonly labels: readonly { readonly name: string }[];
  readonly head: {
    readonly ref: string;
    readonly sha: string;
    readonly repo: { readonly id: number } | null;
  };
  readonly base: { readonly ref: string };
}

/** None where somebody else opened it, or the branch is in a fork or called otherwise. */
function migrationPullOf(
  { repository, identity }: RepositoryClient,
  one: ListedPullRequest,
): MigrationPull[] {
  if (one.head.repo?.id !== repository.id || one.user?.id !== identity.bot) return [];
  if (parseBranch(one.head.ref) === undefined) return [];
  const state = one.state === 'open' ? 'open' : one.merged_at === null ? 'closed' : 'merged';
  return [
    {
      ...{
        number: one.number,
        branch: one.head.ref,
        head: one.head.sha,
        into: one.base.ref,
        state,
      },
      ...{ body: one.body ?? '', author: one.user.id, labels: one.labels.map(({ name }) => name) },
    },
  ];
}

/** The commit of a branch; undefined where there is none of that name. */
export async function fetchBranchHead(
  { github, calls, ownerRepo }: RepositoryClient,
  branch: string,
): Promise<string | undefined> {
  try {
    const { data } = await calls.read((options) =>
      github.rest.git.getRef({ ...ownerRepo, ...options, ref: `heads/${branch}` }),
    );
    return data.object.sha;
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}

/** The name of the branch that pull requests go into. */
export async function fetchDefaultBranch({
  github,
  calls,
  ownerRepo,
}: RepositoryClient): Promise<string> {
  const { data } = await calls.read((options) =>
    github.rest.repos.get({ ...ownerRepo, ...options }),
  );
  return data.default_branch;
}

/** Whether somebody besides the app has a commit between two: what they wrote is not ours to move. */
export async function hasOthersCommits(
  { github, calls, ownerRepo, identity }: RepositoryClient,
  base: string,
  head: string,
): Promise<boolean> {
  const { data } = await calls.read((options) =>
    github.rest.repos.compareCommitsWithBasehead({
      ...{ ...ownerRepo, ...options, basehead: `${base}...${head}`, per_page: 100 },
    }),
  );
  const own = ({ author, commit }: (typeof data.commits)[number]) =>
    author?.id === identity.bot && commit.verification?.verified === true;
  return data.total_commits > data.commits.length || !data.commits.every(own);
}
