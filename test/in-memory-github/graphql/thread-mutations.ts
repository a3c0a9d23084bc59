import { emitThread } from '../events/review.ts';
import { author } from '../operations/text.ts';
import { Refusal } from '../server/refusal.ts';
import { authorOf } from '../state/caller.ts';
import { findNode } from './find-node.ts';
import { findOf, mutation } from './mutation.ts';
import { nodeOf } from './queries.ts';
import { require, requirePushOrAuthor, type View } from './view.ts';

/** Threads are resolved, and comments folded away. */
export function threadMutations(view: View) {
  const { world, caller } = view;
  const setResolved = async (id: string, resolved: boolean) => {
    const found = findOf(view, id, 'thread');
    const { repository, request, comment } = found;
    requirePushOrAuthor(view, repository, request);
    const before = comment.resolvedBy !== undefined;
    comment.resolvedBy = resolved ? (comment.resolvedBy ?? author(caller)) : undefined;
    const action = resolved ? 'resolved' : 'unresolved';
    if (before !== resolved) await emitThread(world, repository, author(caller), comment, action);
    return { thread: nodeOf(view, found) };
  };
  return {
    resolveReviewThread: mutation((input: { threadId: string }) =>
      setResolved(input.threadId, true),
    ),
    unresolveReviewThread: mutation((input: { threadId: string }) =>
      setResolved(input.threadId, false),
    ),
    minimizeComment: mutation((input: { subjectId: string; classifier: string }) => {
      const found = minimizable(view, input.subjectId);
      found.comment.minimized = input.classifier.toLowerCase().replaceAll('_', '-');
      return { minimizedComment: nodeOf(view, found) };
    }),
    unminimizeComment: mutation((input: { subjectId: string }) => {
      const found = minimizable(view, input.subjectId);
      found.comment.minimized = undefined;
      return { unminimizedComment: nodeOf(view, found) };
    }),
  };
}

/** Somebody's own comment, or that of others for who may write. @throws Refusal */
function minimizable(view: View, id: string) {
  const found = findNode(view.world, id);
  if (!('comment' in found) || found.kind === 'thread') {
    throw new Refusal(422, 'Only comments can be minimized');
  }
  const own = found.comment.author.id === authorOf(view.caller)?.id;
  const permission = found.kind === 'comment' ? ['issues', 'pull_requests'] : 'pull_requests';
  const role = own ? 'read' : 'write';
  require(view, found.repository, { permission, access: 'write', role });
  return found;
}
