import { findPull, isPull } from '../operations/find-issue.ts';
import { Refusal } from '../server/refusal.ts';
import type { IssueComment, PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { Review, ReviewComment } from '../state/review.ts';
import type { World } from '../state/world.ts';

/** What a node id stands for, and the repository it is in. */
export type Found =
  | { readonly kind: 'repository'; readonly repository: Repository }
  | { readonly kind: 'pull'; readonly repository: Repository; readonly request: PullRequest }
  | {
      readonly kind: 'thread' | 'review-comment';
      readonly repository: Repository;
      readonly request: PullRequest;
      readonly comment: ReviewComment;
    }
  | {
      readonly kind: 'review';
      readonly repository: Repository;
      readonly request: PullRequest;
      readonly comment: Review;
    }
  | { readonly kind: 'comment'; readonly repository: Repository; readonly comment: IssueComment };

/** @throws Refusal 404 for an id that nothing has */
export function findNode(world: World, id: string): Found {
  const [, prefix = '', digits = ''] = /^([A-Z]+)_(\d+)$/.exec(id) ?? [];
  for (const repository of world.repositories.values()) {
    const found = inRepository(repository, prefix, Number(digits));
    if (found !== undefined) return found;
  }
  throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'.`);
}

function inRepository(repository: Repository, prefix: string, id: number): Found | undefined {
  const { issues, comments, reviewComments, reviews } = repository;
  switch (prefix) {
    case 'R':
      return repository.id === id ? { kind: 'repository', repository } : undefined;
    case 'PR': {
      const request = [...issues.values()].filter(isPull).find((one) => one.id === id);
      return request && { kind: 'pull', repository, request };
    }
    case 'PRRT':
    case 'PRRC': {
      const comment = reviewComments.get(id);
      if (comment === undefined || (prefix === 'PRRT' && comment.replyTo !== undefined)) return;
      const request = findPull(repository, comment.pull);
      return {
        ...{ kind: prefix === 'PRRT' ? 'thread' : 'review-comment', repository, request, comment },
      };
    }
    case 'PRR': {
      const comment = reviews.get(id);
      const request = comment && findPull(repository, comment.pull);
      return request && { kind: 'review', repository, request, comment };
    }
    case 'IC': {
      const comment = comments.get(id);
      return comment && { kind: 'comment', repository, comment };
    }
    default:
      return undefined;
  }
}
