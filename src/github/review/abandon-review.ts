import { rmSync } from 'node:fs';
import { fetchPull } from '../api/pulls.ts';
import { openRepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { pullFolder } from '../isolated-worker/review-change.ts';
import { reviewedPlace } from './judged-review.ts';
import {
  type Attempt,
  closeChecks,
  REVIEW_PERMISSIONS,
  type ReviewDeps,
} from './review-commits.ts';
import { reviewPullRequest } from './review-pull-request.ts';

/**
 * A pull request was closed, or is a draft again: its reviews end, and what is kept of it goes once
 * it is closed.
 */
export async function abandonReview(
  command: CommandOf<'abandon-review'>,
  attempt: Attempt,
  deps: ReviewDeps,
): Promise<void> {
  const { repository, installation, pull } = command;
  const client = await openRepositoryClient(command, REVIEW_PERMISSIONS, { ...deps, ...attempt });
  const { state, isDraft, head } = await fetchPull(client, pull);
  // It is open after all: GitHub tells of things in any order, and this took the place of what came first.
  if (state === 'open' && !isDraft) {
    const kind = { kind: 'review-pull-request', reason: 'opened' } as const;
    const review = { ...kind, repository, installation, pull, head };
    return await reviewPullRequest(review, attempt, deps);
  }
  const change = { repository, installation, pull, strangersChange: true };
  const ref = `refs/pull/${pull}/head`;
  await closeChecks({ ...change, ref }, { kind: 'abandoned' }, attempt.signal, deps);
  if (state !== 'open') {
    await deps.history?.setOpen(reviewedPlace({ repository, pull, ref, head }), false);
    rmSync(pullFolder(deps.dataFolder, repository, pull), { recursive: true, force: true });
  }
}
