import { mergeability } from '../merging/mergeability.ts';
import { findPull, pullEnds } from '../operations/find-issue.ts';
import type { PullRequest } from '../state/issue.ts';
import type { AutoMerge } from '../state/merging.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import { actorNode } from './actor-node.ts';
import { issueCommentNode, reviewNode } from './comment-node.ts';
import { connection, type Pages } from './connection.ts';
import { threadNode, threadsOf } from './thread-node.ts';
import { require, type View } from './view.ts';

const READ = { permission: 'pull_requests', access: 'read' } as const;

export function repositoryNode(view: View, repository: Repository) {
  const { id, name, owner, defaultBranch } = repository;
  return {
    ...{
      __typename: 'Repository',
      id: `R_${id}`,
      databaseId: id,
      name,
      isPrivate: repository.private,
    },
    ...{ nameWithOwner: fullName(repository), owner: actorNode(view, owner) },
    ...{
      url: `${view.world.url}/${fullName(repository)}`,
      isFork: repository.parent !== undefined,
    },
    defaultBranchRef: { name: defaultBranch, prefix: 'refs/heads/' },
    pullRequest({ number }: { readonly number: number }) {
      require(view, repository, READ);
      return pullNode(view, repository, findPull(repository, number));
    },
  };
}

export function pullNode(view: View, repository: Repository, request: PullRequest) {
  const { id, number, title, body, state, author, created, updated, closed, pull } = request;
  const page = `/${fullName(repository)}/pull/${number}`;
  const self = () => pullNode(view, repository, request);
  return {
    ...{ __typename: 'PullRequest', id: `PR_${id}`, databaseId: id, number, title, body },
    ...{ state: pull.merged === undefined ? state.toUpperCase() : 'MERGED', isDraft: pull.draft },
    ...{ author: actorNode(view, author), createdAt: created, updatedAt: updated },
    ...{ closed: state === 'closed', closedAt: closed, url: `${view.world.url}${page}` },
    ...{ merged: pull.merged !== undefined, mergedAt: pull.merged?.at ?? null, resourcePath: page },
    ...{ baseRefName: pull.base, headRefName: pull.head.branch },
    autoMergeRequest: pull.autoMerge === undefined ? null : autoMergeNode(view, pull.autoMerge),
    mergeCommit: pull.merged === undefined ? null : { oid: pull.merged.commit },
    isInMergeQueue: (repository.mergeQueues.get(pull.base) ?? []).some(
      (one) => one.request === request,
    ),
    mergeStateStatus: async () => (await mergeability(repository, request)).state.toUpperCase(),
    mergeable: async () =>
      MERGEABLE[String((await mergeability(repository, request)).mergeable)] ?? 'UNKNOWN',
    isCrossRepository: pull.head.repository.id !== repository.id,
    repository: () => repositoryNode(view, repository),
    headRefOid: async () => (await pullEnds(repository, request)).head,
    baseRefOid: async () => (await pullEnds(repository, request)).base,
    reviewThreads: (pages: Pages) =>
      connection(
        'reviewThreads',
        threadsOf(repository, request).map((one) =>
          threadNode(view, repository, request, one, self),
        ),
        pages,
      ),
    comments: (pages: Pages) =>
      connection(
        'comments',
        [...repository.comments.values()]
          .filter(({ issue }) => issue === number)
          .map((one) => issueCommentNode(view, repository, one)),
        pages,
      ),
    reviews: (pages: Pages) =>
      connection(
        'reviews',
        [...repository.reviews.values()]
          .filter((one) => one.pull === number)
          .map((one) => reviewNode(view, repository, one)),
        pages,
      ),
  };
}

const MERGEABLE: Readonly<Record<string, string>> = { true: 'MERGEABLE', false: 'CONFLICTING' };

function autoMergeNode(view: View, { by, method, title, message, at }: AutoMerge) {
  const words = { commitHeadline: title, commitBody: message };
  const mergeMethod = method.toUpperCase();
  return { enabledBy: actorNode(view, by), mergeMethod, enabledAt: at, ...words };
}
