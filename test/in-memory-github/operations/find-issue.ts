import pLimit, { type LimitFunction } from 'p-limit';
import { listRefs, readRef } from '../git/refs.ts';
import { remembered } from '../git/remembered.ts';
import { runGit } from '../git/run-git.ts';
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
export function pullEnds(repository: Repository, request: PullRequest): Promise<Ends> {
  const turns = turnsOf.get(request) ?? pLimit(1);
  turnsOf.set(request, turns);
  return turns(() => currentEnds(repository, request));
}

/** One at a time: git refuses the second of two that move one ref. */
const turnsOf = new WeakMap<PullRequest, LimitFunction>();

async function currentEnds(repository: Repository, request: PullRequest): Promise<Ends> {
  const { folder } = repository;
  const ref = `refs/pull/${request.number}/head`;
  const { head: source, base: branch } = request.pull;
  const refs = listRefs(folder);
  const elsewhere = source.repository.folder === folder ? refs : listRefs(source.repository.folder);
  const kept = refs.get(ref);
  const tip = elsewhere.get(`refs/heads/${source.branch}`);
  const moved = tip !== undefined && tip !== kept && request.state === 'open';
  if (moved) {
    if (elsewhere === refs) await runGit(folder, ['update-ref', ref, tip]);
    else {
      const from = `+refs/heads/${source.branch}:${ref}`;
      await runGit(folder, ['fetch', '--quiet', source.repository.folder, from]);
    }
  }
  const head = (moved ? readRef(folder, ref) : kept) ?? '';
  // What was merged is shown as it was before.
  const { merged, lastBase } = request.pull;
  const base = merged?.base ?? refs.get(`refs/heads/${branch}`) ?? lastBase ?? '';
  return { head, base, fork: await mergeBase(folder, base, head) };
}

const mergeBase = remembered(async (folder: string, base: string, head: string) =>
  (await runGit(folder, ['merge-base', base, head])).toString().trim(),
);
