import { runGit } from '../git/run-git.ts';
import { resolveCommit } from '../git/store.ts';
import { notFound } from '../server/refusal.ts';
import type { Issue, Pull, PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';

/** @throws Refusal 404 */
export function findIssue({ issues }: Repository, number: number | bigint): Issue {
  const issue = issues.get(Number(number));
  if (issue === undefined) throw notFound();
  return issue;
}

/** @throws Refusal 404, also for an issue that is no pull request */
export function findPull(repository: Repository, number: number | bigint): PullRequest {
  const issue = findIssue(repository, number);
  if (!isPull(issue)) throw notFound();
  return issue;
}

/** Whether an issue is a pull request. */
export function isPull(issue: Issue): issue is Issue & { readonly pull: Pull } {
  return issue.pull !== undefined;
}

export interface Ends {
  readonly head: string;
  /** The tip of the base branch. */
  readonly base: string;
  /** Where the two parted: what the diff of the pull request begins at. */
  readonly fork: string;
}

/**
 * The commits that a pull request is between. Its head follows its branch while it is open; all
 * that belongs to it is fetched into the repository, under `refs/pull/<number>/head`.
 */
export async function pullEnds(repository: Repository, request: PullRequest): Promise<Ends> {
  const { folder } = repository;
  const ref = `refs/pull/${request.number}/head`;
  const { head: source, base: branch } = request.pull;
  const kept = await resolveCommit(folder, ref);
  const tip = await resolveCommit(source.repository.folder, `refs/heads/${source.branch}`);
  if (tip !== undefined && tip !== kept && request.state === 'open') {
    const from = `+refs/heads/${source.branch}:${ref}`;
    await runGit(folder, ['fetch', '--quiet', source.repository.folder, from]);
  }
  const head = (await resolveCommit(folder, ref)) ?? '';
  const base = (await resolveCommit(folder, `refs/heads/${branch}`)) ?? '';
  const fork = (await runGit(folder, ['merge-base', base, head])).toString().trim();
  return { head, base, fork };
}
