import { emitPull } from '../events/pull-request.ts';
import { emitThread } from '../events/review.ts';
import { enableAutoMerge } from '../merging/auto-merge.ts';
import { settle } from '../merging/settle.ts';
import { setDraft } from '../operations/set-draft.ts';
import { author } from '../operations/text.ts';
import { Refusal } from '../server/refusal.ts';
import { authorOf } from '../state/caller.ts';
import { actorNode } from './actor-node.ts';
import { type Found, findNode } from './find-node.ts';
import { nodeOf } from './queries.ts';
import { require, requirePush, type View } from './view.ts';

interface Input<I> {
  readonly input: I & { readonly clientMutationId?: string | null };
}

interface AutoMergeInput {
  readonly pullRequestId: string;
  readonly mergeMethod?: 'MERGE' | 'SQUASH' | 'REBASE' | null;
  readonly commitHeadline?: string | null;
  readonly commitBody?: string | null;
}

const METHODS = { MERGE: 'merge', SQUASH: 'squash', REBASE: 'rebase' } as const;

/** What can be changed. */
export function mutations(view: View) {
  const { world, caller } = view;
  const setResolved = async (id: string, resolved: boolean) => {
    const found = expect(view, id, 'thread');
    const { repository, request, comment } = found;
    requirePush(view, repository, request);
    const before = comment.resolvedBy !== undefined;
    comment.resolvedBy = resolved ? (comment.resolvedBy ?? author(caller)) : undefined;
    const action = resolved ? 'resolved' : 'unresolved';
    if (before !== resolved) await emitThread(world, repository, author(caller), comment, action);
    return { thread: nodeOf(view, found) };
  };
  const changeDraft = async (id: string, draft: boolean) => {
    const found = expect(view, id, 'pull');
    requirePush(view, found.repository, found.request);
    await setDraft(world, found.repository, author(caller), found.request, draft);
    await settle(world, found.repository);
    return { pullRequest: nodeOf(view, found) };
  };
  const mutation =
    <I>(run: (input: I) => unknown) =>
    async ({ input }: Input<I>) => ({
      ...Object(await run(input)),
      clientMutationId: input.clientMutationId ?? null,
    });
  return {
    resolveReviewThread: mutation((input: { threadId: string }) =>
      setResolved(input.threadId, true),
    ),
    unresolveReviewThread: mutation((input: { threadId: string }) =>
      setResolved(input.threadId, false),
    ),
    markPullRequestReadyForReview: mutation((input: { pullRequestId: string }) =>
      changeDraft(input.pullRequestId, false),
    ),
    convertPullRequestToDraft: mutation((input: { pullRequestId: string }) =>
      changeDraft(input.pullRequestId, true),
    ),
    enablePullRequestAutoMerge: mutation(async (input: AutoMergeInput) => {
      const found = expect(view, input.pullRequestId, 'pull');
      const { repository, request } = found;
      requirePush(view, repository, request);
      const { mergeMethod = 'MERGE', commitHeadline: title, commitBody: message } = input;
      await enableAutoMerge(world, repository, request, {
        ...{ by: author(caller), method: METHODS[mergeMethod ?? 'MERGE'] },
        ...{ title: title ?? request.title, message: message ?? '' },
      });
      return { pullRequest: nodeOf(view, found), actor: actorNode(view, author(caller)) };
    }),
    disablePullRequestAutoMerge: mutation(async (input: { pullRequestId: string }) => {
      const found = expect(view, input.pullRequestId, 'pull');
      const { repository, request } = found;
      requirePush(view, repository, request);
      if (request.pull.autoMerge === undefined) throw new Refusal(422, 'Auto merge is not enabled');
      request.pull.autoMerge = undefined;
      const reason = 'Manually disabled by user';
      const sender = author(caller);
      await emitPull(world, repository, sender, request, 'auto_merge_disabled', { reason });
      return { pullRequest: nodeOf(view, found), actor: actorNode(view, sender) };
    }),
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

/** What an id stands for, when it is of that kind. @throws Refusal 404 */
function expect<K extends Found['kind']>(view: View, id: string, kind: K) {
  const found = findNode(view.world, id);
  if (isKind(found, kind)) return found;
  throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'.`);
}

function isKind<K extends Found['kind']>(
  found: Found,
  kind: K,
): found is Found & { readonly kind: K } {
  return found.kind === kind;
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
