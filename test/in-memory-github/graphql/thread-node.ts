import { pullEnds } from '../operations/find-issue.ts';
import { presentPlace } from '../operations/place.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { ReviewComment } from '../state/review.ts';
import { actorNode } from './actor-node.ts';
import { reviewCommentNode } from './comment-node.ts';
import { connection, type Pages } from './connection.ts';
import { may, requirePushOrAuthor, type View } from './view.ts';

/**
 * A thread: a comment on a line with the answers to it.
 * @param pullRequest the node of its pull request
 */
export function threadNode(
  view: View,
  repository: Repository,
  request: PullRequest,
  first: ReviewComment,
  pullRequest: () => unknown,
) {
  const { id, place, resolvedBy } = first;
  const comments = [...repository.reviewComments.values()].filter(
    (one) => one === first || one.replyTo === id,
  );
  const now = async () => presentPlace(repository, await pullEnds(repository, request), first);
  const canResolve = may(() => requirePushOrAuthor(view, repository, request));
  return {
    ...{ __typename: 'PullRequestReviewThread', id: `PRRT_${id}`, path: place.path, pullRequest },
    ...{ isResolved: resolvedBy !== undefined, diffSide: place.side },
    // A bot is no `User`, which is what this has to be.
    resolvedBy: resolvedBy?.type === 'User' ? actorNode(view, resolvedBy) : null,
    ...{ startDiffSide: place.startSide ?? null, subjectType: place.line ? 'LINE' : 'FILE' },
    ...{ originalLine: place.line ?? null, originalStartLine: place.startLine ?? null },
    line: async () => (await now())?.line ?? null,
    startLine: async () => (await now())?.startLine ?? null,
    isOutdated: async () => (await now()) === undefined,
    isCollapsed: async () => resolvedBy !== undefined || (await now()) === undefined,
    viewerCanResolve: canResolve && resolvedBy === undefined,
    viewerCanUnresolve: canResolve && resolvedBy !== undefined,
    comments: (pages: Pages) =>
      connection(
        'comments',
        comments.map((one) => reviewCommentNode(view, repository, request, one, pullRequest)),
        pages,
      ),
  };
}

/** The first comments of the threads that others see: those of reviews that are submitted. */
export function threadsOf(repository: Repository, request: PullRequest): ReviewComment[] {
  return [...repository.reviewComments.values()].filter(
    ({ pull, replyTo, review }) =>
      pull === request.number &&
      replyTo === undefined &&
      repository.reviews.get(review)?.state !== 'PENDING',
  );
}
