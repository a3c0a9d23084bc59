import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';

const PAGE = 100;

const shaSchema = z.string().regex(/^[0-9a-f]{40}$/);

/** The commit of a branch; undefined where there is no branch of that name. */
export async function fetchBranchHead(
  { github, calls, ownerRepo }: RepositoryCalls,
  branch: string,
): Promise<string | undefined> {
  const data = await undefinedIfMissing(() =>
    calls.read((options) =>
      github.rest.git.getRef({ ...ownerRepo, ...options, ref: `heads/${branch}` }),
    ),
  );
  return data && parseAnswer(shaSchema, data.data.object?.sha);
}

/** The name of the branch that pull requests go into. */
export async function fetchDefaultBranch({
  github,
  calls,
  ownerRepo,
}: RepositoryCalls): Promise<string> {
  const { data } = await calls.read((options) =>
    github.rest.repos.get({ ...ownerRepo, ...options }),
  );
  return parseAnswer(z.string(), data.default_branch);
}

/** The checks that a branch requires; none where it does not exist. */
export async function fetchRequiredChecks(
  { github, calls, ownerRepo }: RepositoryCalls,
  branch: string,
): Promise<readonly string[]> {
  const found = await undefinedIfMissing(() =>
    calls.read((options) => github.rest.repos.getBranch({ ...ownerRepo, ...options, branch })),
  );
  return found?.data.protection.required_status_checks?.contexts ?? [];
}

/**
 * The commit where two histories parted: a change is what came since then. Undefined where they
 * have nothing in common.
 * @param base a commit or a branch
 */
export async function fetchMergeBase(
  { github, calls, ownerRepo }: RepositoryCalls,
  base: string,
  head: string,
): Promise<string | undefined> {
  const found = await undefinedIfMissing(() =>
    calls.read((options) =>
      github.rest.repos.compareCommitsWithBasehead({
        ...{ ...ownerRepo, ...options, basehead: `${base}...${head}`, per_page: 1 },
      }),
    ),
  );
  return found && parseAnswer(shaSchema, found.data.merge_base_commit?.sha);
}

/** A commit, and who GitHub says has written it. */
export interface AuthoredCommit {
  readonly message: string;
  /** User ids; undefined where GitHub knows no account of that address. */
  readonly author: number | undefined;
  readonly committer: number | undefined;
  /** Whether GitHub itself committed it, for the author: by its own pages, or by an app. */
  readonly isByGitHub: boolean;
  /** Whether GitHub has checked a signature of it. */
  readonly isVerified: boolean;
}

const authoredSchema = z.object({
  author: z.object({ id: z.int().optional() }).nullish(),
  committer: z.object({ id: z.int().optional(), login: z.string().optional() }).nullish(),
  commit: z.object({
    message: z.string(),
    verification: z.object({ verified: z.boolean() }).nullish(),
  }),
});

/** The commits of a pull request, the oldest first. */
export async function fetchPullCommits(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
): Promise<AuthoredCommit[]> {
  const commits = await calls.read((options) =>
    github.paginate(github.rest.pulls.listCommits, {
      ...{ ...ownerRepo, ...options, pull_number: number, per_page: PAGE },
    }),
  );
  return commits.map(authoredOf);
}

/**
 * The commits of `head` that `base` does not have.
 * @returns undefined where they are too many for one answer
 */
export async function fetchCommitsBetween(
  { github, calls, ownerRepo }: RepositoryCalls,
  base: string,
  head: string,
): Promise<AuthoredCommit[] | undefined> {
  const { data } = await calls.read((options) =>
    github.rest.repos.compareCommitsWithBasehead({
      ...{ ...ownerRepo, ...options, basehead: `${base}...${head}`, per_page: PAGE },
    }),
  );
  return data.total_commits > data.commits.length ? undefined : data.commits.map(authoredOf);
}

/** What a commit is made of. */
export interface CommitFacts {
  readonly tree: string;
  readonly parents: readonly string[];
  /** The user id of its author; undefined where GitHub knows no account of that address. */
  readonly author: number | undefined;
}

/** Reads a commit, with the account of its author. */
export async function fetchCommit(
  { github, calls, ownerRepo }: RepositoryCalls,
  sha: string,
): Promise<CommitFacts> {
  const { data } = await calls.read((options) =>
    github.rest.repos.getCommit({ ...ownerRepo, ...options, ref: sha }),
  );
  const { tree } = data.commit;
  const parents = data.parents.map((one) => one.sha);
  return { tree: parseAnswer(shaSchema, tree.sha), parents, author: data.author?.id };
}

/** Reads what git itself knows of a commit: its tree and its parents. */
export async function fetchGitCommit(
  { github, calls, ownerRepo }: RepositoryCalls,
  sha: string,
): Promise<Omit<CommitFacts, 'author'>> {
  const { data } = await calls.read((options) =>
    github.rest.git.getCommit({ ...ownerRepo, ...options, commit_sha: sha }),
  );
  const parents = data.parents.map((one) => one.sha);
  return { tree: parseAnswer(shaSchema, data.tree.sha), parents };
}

function authoredOf(data: unknown): AuthoredCommit {
  const { author, committer, commit } = parseAnswer(authoredSchema, data);
  return {
    ...{ message: commit.message, author: author?.id, committer: committer?.id },
    isByGitHub: committer?.login === 'web-flow',
    isVerified: commit.verification?.verified === true,
  };
}

/** What a request answers; undefined where GitHub says that there is no such thing. */
export async function undefinedIfMissing<Result>(
  request: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await request();
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}
