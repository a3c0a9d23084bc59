import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls, RepositoryClient } from './repository-client.ts';

/** A pull request as it was when it was asked for. */
export interface PullRequest {
  readonly number: number;
  /** GraphQL's id of it. */
  readonly node: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly isDraft: boolean;
  readonly body: string;
  /** The user id of who opened it; undefined where the account is gone. */
  readonly author: number | undefined;
  readonly labels: readonly string[];
  /** ISO 8601. */
  readonly created: string;
  /** The branch that it is on, and the commit there. */
  readonly branch: string;
  readonly head: string;
  /** Whether that branch is in the repository itself, and not in a fork. */
  readonly isOwnBranch: boolean;
  /** The branch that it goes into, and the commit there. */
  readonly into: string;
  readonly base: string;
  /** The commit that GitHub would make, or made, of both: workflows see it. */
  readonly mergeCommit: string | undefined;
}

const pullSchema = z.object({
  number: z.int(),
  node_id: z.string(),
  state: z.enum(['open', 'closed']),
  merged_at: z.string().nullish(),
  draft: z.boolean().nullish(),
  body: z.string().nullish(),
  user: z.object({ id: z.int() }).nullish(),
  labels: z.array(z.object({ name: z.string() })),
  created_at: z.string(),
  // The repository of a fork that was deleted is null.
  head: z.object({
    ...{ ref: z.string(), sha: z.string(), repo: z.object({ id: z.int() }).nullish() },
  }),
  base: z.object({ ref: z.string(), sha: z.string() }),
  merge_commit_sha: z.string().nullish(),
});

/** How many items a page of a list has. */
const PAGE = 100;

/** Reads one pull request. */
export async function fetchPull(
  { github, calls, ownerRepo, repository }: RepositoryClient,
  number: number,
): Promise<PullRequest> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.get({ ...ownerRepo, ...options, pull_number: number }),
  );
  return pullOf(data, repository.id);
}

/** The pull requests from a branch of the repository itself, the newest first. */
export async function fetchPullsFrom(
  { github, calls, ownerRepo, repository }: RepositoryClient,
  branch: string,
  state: 'open' | 'all',
): Promise<PullRequest[]> {
  const { data } = await calls.read((options) =>
    github.rest.pulls.list({
      ...{ ...ownerRepo, ...options, state, per_page: PAGE },
      head: `${ownerRepo.owner}:${branch}`,
    }),
  );
  return data
    .map((one) => pullOf(one, repository.id))
    .filter((one) => one.isOwnBranch && one.branch === branch);
}

/** Which pull requests of a repository, in which order by the time when they were opened. */
export interface PullQuery {
  readonly state: 'open' | 'all';
  readonly order: 'newest first' | 'oldest first';
}

/** Lists pull requests. The next page is read when one of it is asked for. */
export async function* listPulls(
  { github, calls, ownerRepo, repository }: RepositoryClient,
  { state, order }: PullQuery,
): AsyncGenerator<PullRequest, void, undefined> {
  const direction = order === 'newest first' ? 'desc' : 'asc';
  for (let page = 1; ; page += 1) {
    const { data } = await calls.read((options) =>
      github.rest.pulls.list({
        ...{ ...ownerRepo, ...options, state, sort: 'created', direction },
        ...{ per_page: PAGE, page },
      }),
    );
    for (const one of data) yield pullOf(one, repository.id);
    if (data.length < PAGE) return;
  }
}

/** A pull request to open. */
export interface NewPull {
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  /** The branch that it is on. */
  readonly branch: string;
  readonly into: string;
}

/**
 * Opens a pull request.
 * @param landed see `Calls.write`
 * @returns its number
 */
export async function createPull(
  { github, calls, ownerRepo }: RepositoryCalls,
  { title, body, draft, branch, into }: NewPull,
  landed: () => Promise<number | undefined>,
): Promise<number> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.pulls.create({
      ...{ ...ownerRepo, ...options, title, body, draft, head: branch, base: into },
    });
    return data.number;
  }, landed);
}

/** Changes the description of a pull request, or the branch that it goes into. */
export async function updatePull(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
  { body, into }: { readonly body?: string; readonly into?: string },
): Promise<void> {
  await calls.write((options) =>
    github.rest.pulls.update({
      ...{ ...ownerRepo, ...options, pull_number: number },
      ...(body !== undefined && { body }),
      ...(into !== undefined && { base: into }),
    }),
  );
}

/** A file that a pull request changes. */
export interface PullFile {
  readonly path: string;
  /** Its hunks; undefined where GitHub shows none. */
  readonly patch: string | undefined;
}

/** The files of a pull request; GitHub lists 3,000. */
export async function fetchPullFiles(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
): Promise<PullFile[]> {
  const files = await calls.read((options) =>
    github.paginate(github.rest.pulls.listFiles, {
      ...{ ...ownerRepo, ...options, pull_number: number, per_page: PAGE },
    }),
  );
  return files.map(({ filename, patch }) => ({ path: filename, patch }));
}

function pullOf(data: unknown, repository: number): PullRequest {
  const { number, node_id, draft, body, user, labels, created_at, ...one } = parseAnswer(
    pullSchema,
    data,
  );
  const { state, merged_at: merged, head, base } = one;
  return {
    ...{ number, node: node_id, isDraft: draft === true, body: body ?? '', author: user?.id },
    state: state === 'open' ? 'open' : merged == null ? 'closed' : 'merged',
    ...{ labels: labels.map(({ name }) => name), created: created_at },
    ...{ branch: head.ref, head: head.sha, isOwnBranch: head.repo?.id === repository },
    ...{ into: base.ref, base: base.sha, mergeCommit: one.merge_commit_sha ?? undefined },
  };
}
