import { findPull, pullEnds } from '../operations/find-issue.ts';
import { pullSummaryJson } from '../operations/pull-json.ts';
import { reviewCommentJson, reviewJson } from '../operations/review-json.ts';
import type { Account } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import type { Review, ReviewComment } from '../state/review.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

type Extra = Readonly<Record<string, unknown>>;

/** A review that is there for all to see, and then each of its comments. */
export async function emitReview(
  world: World,
  repository: Repository,
  sender: Account,
  review: Review,
): Promise<void> {
  if (review.state === 'PENDING') return;
  await emitOfReview(world, repository, sender, review, 'submitted');
  for (const comment of repository.reviewComments.values()) {
    if (comment.review !== review.id) continue;
    await emitReviewComment(world, repository, sender, comment, 'created');
  }
}

export async function emitOfReview(
  world: World,
  repository: Repository,
  sender: Account,
  review: Review,
  action: 'submitted' | 'edited' | 'dismissed',
  extra: Extra = {},
): Promise<void> {
  const request = findPull(repository, review.pull);
  await emit(world, { name: 'pull_request_review', action, repository, sender }, async () => ({
    pull_request: await pullSummaryJson(world, repository, request),
    // Events write the state in small letters; the interface does not.
    review: { ...reviewJson(world, repository, review), state: review.state.toLowerCase() },
    ...extra,
  }));
}

export async function emitReviewComment(
  world: World,
  repository: Repository,
  sender: Account,
  comment: ReviewComment,
  action: 'created' | 'edited' | 'deleted',
  extra: Extra = {},
): Promise<void> {
  const request = findPull(repository, comment.pull);
  const name = 'pull_request_review_comment';
  await emit(world, { name, action, repository, sender }, async () => {
    const ends = await pullEnds(repository, request);
    return {
      pull_request: await pullSummaryJson(world, repository, request),
      comment: await reviewCommentJson(world, repository, ends, comment),
      ...extra,
    };
  });
}

/** A thread, known by its first comment, that somebody resolved or opened again. */
export async function emitThread(
  world: World,
  repository: Repository,
  sender: Account,
  first: ReviewComment,
  action: 'resolved' | 'unresolved',
): Promise<void> {
  const request = findPull(repository, first.pull);
  const name = 'pull_request_review_thread';
  const comments = [...repository.reviewComments.values()].filter(
    (one) => one === first || one.replyTo === first.id,
  );
  await emit(world, { name, action, repository, sender }, async () => {
    const ends = await pullEnds(repository, request);
    const json = comments.map((one) => reviewCommentJson(world, repository, ends, one));
    return {
      pull_request: await pullSummaryJson(world, repository, request),
      thread: { node_id: `PRRT_${first.id}`, comments: await Promise.all(json) },
    };
  });
}
