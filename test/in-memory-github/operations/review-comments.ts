import { emitReview, emitReviewComment } from '../events/review.ts';
import { diffCommits } from '../git/diff.ts';
import { repositoryOperation } from '../server/operation.ts';
import { invalid, notFound } from '../server/refusal.ts';
import type { Account } from '../state/caller.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { Place, Review, ReviewComment } from '../state/review.ts';
import { timestamp, type World } from '../state/world.ts';
import { findPull, pullEnds } from './find-issue.ts';
import { paged } from './paging.ts';
import { filePlace, placeIn } from './place.ts';
import { reviewCommentJson } from './review-json.ts';
import { author, checkedBody, requireAuthor } from './text.ts';

const READ = { permission: 'pull_requests', access: 'read' } as const;
const WRITE = { permission: 'pull_requests', access: 'write', role: 'read' } as const;

export const reviewCommentOperations = [
  repositoryOperation('pulls/create-review-comment', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const request = findPull(repository, path.pull_number);
    const ends = await pullEnds(repository, request);
    const files = await diffCommits(repository.folder, ends.fork, ends.head);
    const text = checkedBody('PullRequestReviewComment', body.body);
    const wholeFile = body.subject_type === 'file';
    const place = wholeFile ? filePlace(files, body.path) : placeIn(files, body);
    if (place === undefined || typeof place === 'string') {
      const field = 'pull_request_review_thread.line';
      throw invalid('PullRequestReviewComment', field, place ?? 'Path could not be resolved');
    }
    const comment = await addComment(world, repository, request, author(caller), {
      ...{ body: text, place, commit: ends.head, replyTo: undefined },
    });
    return { status: 201, body: await reviewCommentJson(world, repository, ends, comment) };
  }),

  repositoryOperation('pulls/create-reply-for-review-comment', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const request = findPull(repository, path.pull_number);
    const first = findComment(repository, path.comment_id);
    if (first.pull !== request.number) throw notFound();
    const ends = await pullEnds(repository, request);
    const comment = await addComment(world, repository, request, author(caller), {
      body: checkedBody('PullRequestReviewComment', body.body),
      ...{ place: first.place, commit: first.commit, replyTo: first.replyTo ?? first.id },
    });
    return { status: 201, body: await reviewCommentJson(world, repository, ends, comment) };
  }),

  repositoryOperation('pulls/list-review-comments', READ, async (call) => {
    const { world, repository, path, query, url } = call;
    const request = findPull(repository, path.pull_number);
    const ends = await pullEnds(repository, request);
    const all = [...repository.reviewComments.values()];
    const json = all
      .filter(({ pull }) => pull === request.number)
      .map((one) => reviewCommentJson(world, repository, ends, one));
    return paged(url, query, await Promise.all(json));
  }),

  repositoryOperation('pulls/get-review-comment', READ, ({ world, repository, path }) =>
    found(world, repository, findComment(repository, path.comment_id)),
  ),

  repositoryOperation('pulls/update-review-comment', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const comment = findComment(repository, path.comment_id);
    requireAuthor(repository, caller, comment.author);
    const changes = { body: { from: comment.body } };
    comment.body = checkedBody('PullRequestReviewComment', body.body);
    comment.updated = timestamp(world);
    const by = author(caller);
    await emitReviewComment(world, repository, by, comment, 'edited', { changes });
    return await found(world, repository, comment);
  }),

  repositoryOperation('pulls/delete-review-comment', WRITE, async (call) => {
    const { world, repository, path, caller } = call;
    const comment = findComment(repository, path.comment_id);
    requireAuthor(repository, caller, comment.author);
    repository.reviewComments.delete(comment.id);
    await emitReviewComment(world, repository, author(caller), comment, 'deleted');
    return { status: 204 };
  }),
];

/** A comment by itself is a review of one comment. */
async function addComment(
  world: World,
  repository: Repository,
  { number }: PullRequest,
  user: Account,
  what: Pick<ReviewComment, 'body' | 'commit' | 'replyTo'> & { readonly place: Place },
): Promise<ReviewComment> {
  const [now, review, id] = [timestamp(world), world.nextId(), world.nextId()];
  const made: Review = {
    ...{ id: review, pull: number, author: user, commit: what.commit, body: '' },
    ...{ state: 'COMMENTED', submitted: now, minimized: undefined },
  };
  repository.reviews.set(review, made);
  const comment: ReviewComment = {
    ...{ id, pull: number, review, author: user, created: now, updated: now },
    ...{ reactions: [], resolvedBy: undefined, minimized: undefined, ...what },
  };
  repository.reviewComments.set(id, comment);
  await emitReview(world, repository, user, made);
  return comment;
}

/** @throws Refusal 404 */
export function findComment({ reviewComments }: Repository, id: number | bigint): ReviewComment {
  const comment = reviewComments.get(Number(id));
  if (comment === undefined) throw notFound();
  return comment;
}

async function found(world: World, repository: Repository, comment: ReviewComment) {
  const ends = await pullEnds(repository, findPull(repository, comment.pull));
  return { status: 200, body: await reviewCommentJson(world, repository, ends, comment) };
}
