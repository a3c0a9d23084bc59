import { pullEnds } from '../operations/find-issue.ts';
import { presentPlace } from '../operations/place.ts';
import { association } from '../operations/text.ts';
import { authorOf } from '../state/caller.ts';
import type { IssueComment, PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { Review, ReviewComment } from '../state/review.ts';
import { actorNode } from './actor-node.ts';
import { may, requirePush, type View } from './view.ts';

/** What all that people write has in common. */
function written(view: View, repository: Repository, one: IssueComment | ReviewComment | Review) {
  const { id, author, body, minimized } = one;
  return {
    ...{ databaseId: id, fullDatabaseId: `${id}`, body, bodyText: body },
    ...{ isMinimized: minimized !== undefined, minimizedReason: minimized ?? null },
    author: actorNode(view, author),
    authorAssociation: association(repository, author),
    viewerDidAuthor: authorOf(view.caller)?.id === author.id,
  };
}

/** A comment of the conversation. */
export function issueCommentNode(view: View, repository: Repository, comment: IssueComment) {
  const { id, issue, created, updated } = comment;
  const page = `/${fullName(repository)}/issues/${issue}#issuecomment-${id}`;
  return {
    ...{ __typename: 'IssueComment', id: `IC_${id}`, ...written(view, repository, comment) },
    ...{ createdAt: created, updatedAt: updated, url: `${view.world.url}${page}` },
    resourcePath: page,
  };
}

export function reviewNode(view: View, repository: Repository, review: Review) {
  const { id, pull, state, submitted } = review;
  const page = `/${fullName(repository)}/pull/${pull}#pullrequestreview-${id}`;
  return {
    ...{ __typename: 'PullRequestReview', id: `PRR_${id}`, ...written(view, repository, review) },
    ...{ state, submittedAt: submitted, url: `${view.world.url}${page}`, resourcePath: page },
  };
}

/** A comment in a thread. @param pullRequest the node of its pull request */
export function reviewCommentNode(
  view: View,
  repository: Repository,
  request: PullRequest,
  comment: ReviewComment,
  pullRequest: () => unknown,
) {
  const { id, pull, place, created, updated, replyTo } = comment;
  const page = `/${fullName(repository)}/pull/${pull}#discussion_r${id}`;
  const review = repository.reviews.get(comment.review);
  const first = replyTo === undefined ? undefined : repository.reviewComments.get(replyTo);
  const now = async () => presentPlace(repository, await pullEnds(repository, request), comment);
  return {
    __typename: 'PullRequestReviewComment',
    ...{ id: `PRRC_${id}`, ...written(view, repository, comment), pullRequest },
    ...{ createdAt: created, updatedAt: updated, url: `${view.world.url}${page}` },
    ...{ resourcePath: page, path: place.path, diffHunk: place.hunk },
    ...{ originalLine: place.line ?? null, originalStartLine: place.startLine ?? null },
    ...{ originalPosition: place.position, subjectType: place.line ? 'LINE' : 'FILE' },
    line: async () => (await now())?.line ?? null,
    startLine: async () => (await now())?.startLine ?? null,
    position: async () => (await now())?.position ?? null,
    outdated: async () => (await now()) === undefined,
    state: review?.state === 'PENDING' ? 'PENDING' : 'SUBMITTED',
    pullRequestReview: () => review && reviewNode(view, repository, review),
    replyTo: () => first && reviewCommentNode(view, repository, request, first, pullRequest),
    viewerCanMinimize:
      authorOf(view.caller)?.id === comment.author.id || may(() => requirePush(view, repository)),
  };
}
