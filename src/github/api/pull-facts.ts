import { z } from 'zod';
import { type Repository, shaSchema } from '../commands/command.ts';
import type { GitHubClient } from './calls.ts';

/** What settles whether and how a pull request is reviewed. */
const pullSchema = z.object({
  state: z.enum(['open', 'closed']),
  draft: z.boolean().default(false),
  labels: z.array(z.object({ name: z.string() })),
  head: z.object({ sha: shaSchema, repo: z.object({ id: z.int() }).nullable() }),
  base: z.object({ sha: shaSchema, ref: z.string() }),
});

export interface PullFacts {
  readonly open: boolean;
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly head: string;
  /** Where the base branch and the head parted. */
  readonly base: string;
  /** Whether the head is in another repository, so that a stranger may have written it. */
  readonly fork: boolean;
}

/** Reads a pull request as it is now. */
export async function fetchPullFacts(
  { rest }: GitHubClient,
  repository: Repository,
  number: number,
): Promise<PullFacts> {
  const place = { owner: repository.owner, repo: repository.name };
  const { data } = await rest.pulls.get({ ...place, pull_number: number });
  const { state, draft, labels, head, base } = pullSchema.parse(data);
  return {
    open: state === 'open',
    draft,
    labels: labels.map(({ name }) => name),
    head: head.sha,
    base: await fetchMergeBase({ rest }, repository, base.sha, head.sha),
    // The repository of a deleted fork is null.
    fork: head.repo?.id !== repository.id,
  };
}

/**
 * The commit where two histories parted: a change is what came since then. Where they have nothing
 * in common it is the base itself.
 */
export async function fetchMergeBase(
  { rest }: Pick<GitHubClient, 'rest'>,
  repository: Repository,
  base: string,
  head: string,
): Promise<string> {
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const basehead = `${base}...${head}`;
    const { data } = await rest.repos.compareCommitsWithBasehead({
      ...{ ...place, basehead, per_page: 1 },
    });
    return shaSchema.parse(data.merge_base_commit.sha);
  } catch (thrown) {
    if (isNotFound(thrown)) return base;
    throw thrown;
  }
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof Error && 'status' in thrown && thrown.status === 404;
}
