import { emitOfReview, emitReview } from '../events/review.ts';
import { diffCommits } from '../git/diff.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound, unprocessable } from '../server/refusal.ts';
import type { Repository } from '../state/repository.ts';
import type { Place, Review, ReviewState } from '../state/review.ts';
import { timestamp } from '../state/world.ts';
import { findPull, pullEnds } from './find-issue.ts';
import { paged } from './paging.ts';
import { placeIn } from './place.ts';
import { reviewCommentJson, reviewJson } from './review-json.ts';
import { author, checkedBody } from './text.ts';

const READ = { permission: 'pull_requests', access: 'read' } as const;
const WRITE = { permission: 'pull_requests', access: 'write', role: 'read' } as const;

const STATES: Readonly<Record<string, ReviewState>> = {
  ...{ APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' },
};

export const reviewOperations = [
  // All or nothing: the review is made when every comment of it has its place.
  repositoryOperation('pulls/create-review', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const request = findPull(repository, path.pull_number);
    const user = author(caller);
    checkEvent(body.event, body.body ?? '', user.id === request.author.id);
    const ends = await pullEnds(repository, request);
    const files = await diffCommits(repository.folder, ends.fork, ends.head);
    const comments = (body.comments ?? []).map((comment) => ({
      body: checkedBody('PullRequestReviewComment', comment.body),
      place: requirePlace(placeIn(files, comment)),
    }));
    const now = timestamp(world);
    const review: Review = {
      ...{ id: world.nextId(), pull: request.number, author: user, body: body.body ?? '' },
      ...{ commit: body.commit_id ?? ends.head, state: STATES[body.event ?? ''] ?? 'PENDING' },
      submitted: body.event === undefined ? null : now,
      minimized: undefined,
    };
    repository.reviews.set(review.id, review);
    for (const comment of comments) {
      const id = world.nextId();
      repository.reviewComments.set(id, {
        ...{ id, pull: request.number, review: review.id, author: user, commit: ends.head },
        ...{ replyTo: undefined, created: now, updated: now, reactions: [] },
        ...{ resolvedBy: undefined, minimized: undefined },
        ...comment,
      });
    }
    await emitReview(world, repository, user, review);
    return { status: 200, body: reviewJson(world, repository, review) };
  }),

  repositoryOperation('pulls/list-reviews', READ, (call) => {
    const { world, repository, path, query, url } = call;
    const { number } = findPull(repository, path.pull_number);
    const reviews = [...repository.reviews.values()].filter(({ pull }) => pull === number);
    return paged(
      url,
      query,
      reviews.map((one) => reviewJson(world, repository, one)),
    );
  }),

  repositoryOperation('pulls/get-review', READ, ({ world, repository, path }) => {
    const review = findReview(repository, path);
    return { status: 200, body: reviewJson(world, repository, review) };
  }),

  repositoryOperation('pulls/update-review', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const review = findReview(repository, path);
    const changes = { body: { from: review.body } };
    review.body = checkedBody('PullRequestReview', body.body);
    const by = author(caller);
    await emitOfReview(world, repository, by, review, 'edited', { changes });
    return { status: 200, body: reviewJson(world, repository, review) };
  }),

  repositoryOperation('pulls/submit-review', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const review = findReview(repository, path);
    if (review.state !== 'PENDING') throw unprocessable('The review is not pending');
    review.body = body.body ?? review.body;
    review.state = STATES[body.event] ?? 'PENDING';
    review.submitted = timestamp(world);
    await emitReview(world, repository, author(caller), review);
    return { status: 200, body: reviewJson(world, repository, review) };
  }),

  repositoryOperation('pulls/list-comments-for-review', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const { id } = findReview(repository, path);
    const ends = await pullEnds(repository, findPull(repository, path.pull_number));
    const comments = [...repository.reviewComments.values()].filter(({ review }) => review === id);
    const json = comments.map((one) => reviewCommentJson(world, repository, ends, one));
    return paged(url, query, await Promise.all(json));
  }),
];

function checkEvent(event: string | undefined, body: string, own: boolean): void {
  if (event === 'APPROVE' && own) throw unprocessable('Can not approve your own pull request');
  if (event === 'REQUEST_CHANGES' && own) {
    throw unprocessable('Can not request changes on your own pull request');
  }
  if (event === undefined || event === 'APPROVE') return;
  checkedBody('PullRequestReview', body);
}

function requirePlace(place: Place | string): Place {
  if (typeof place === 'string') throw unprocessable(place);
  return place;
}

function findReview(
  { reviews }: Repository,
  path: { readonly pull_number: number; readonly review_id: number | bigint },
): Review {
  const review = reviews.get(Number(path.review_id));
  if (review === undefined || review.pull !== path.pull_number) throw notFound();
  return review;
}
