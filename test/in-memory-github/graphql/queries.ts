import { notFound, Refusal } from '../server/refusal.ts';
import { authorOf } from '../state/caller.ts';
import { findRepository } from '../state/look-up.ts';
import { actorNode } from './actor-node.ts';
import { issueCommentNode, reviewCommentNode, reviewNode } from './comment-node.ts';
import { type Found, findNode } from './find-node.ts';
import { pullNode, repositoryNode } from './repository-node.ts';
import { threadNode } from './thread-node.ts';
import { require, type View } from './view.ts';

const METADATA = { permission: 'metadata', access: 'read' } as const;
const READ = { permission: ['pull_requests', 'issues'], access: 'read' } as const;

/** What can be asked for, from the top. */
export function queries(view: View) {
  return {
    viewer() {
      const account = authorOf(view.caller);
      if (account === undefined) throw notFound();
      // Only here a bot has its name in full.
      return { ...actorNode(view, account), login: account.login, __typename: 'User' };
    },
    repository({ owner, name }: { readonly owner: string; readonly name: string }) {
      const path = `${owner}/${name}`;
      const repository = findRepository(view.world, path);
      const message = `Could not resolve to a Repository with the name '${path}'.`;
      if (repository === undefined) throw new Refusal(404, message);
      require(view, repository, METADATA);
      return repositoryNode(view, repository);
    },
    node({ id }: { readonly id: string }) {
      const found = findNode(view.world, id);
      require(view, found.repository, found.kind === 'repository' ? METADATA : READ);
      return nodeOf(view, found);
    },
  };
}

/** What is found, as GraphQL shows it. */
export function nodeOf(view: View, found: Found) {
  const { repository } = found;
  switch (found.kind) {
    case 'repository':
      return repositoryNode(view, repository);
    case 'pull':
      return pullNode(view, repository, found.request);
    case 'thread':
    case 'review-comment': {
      const { request, comment } = found;
      const pull = () => pullNode(view, repository, request);
      const node = found.kind === 'thread' ? threadNode : reviewCommentNode;
      return node(view, repository, request, comment, pull);
    }
    case 'review':
      return reviewNode(view, repository, found.comment);
    case 'comment':
      return issueCommentNode(view, repository, found.comment);
  }
}
