import { emitPull } from '../events/pull-request.ts';
import { enableAutoMerge } from '../merging/auto-merge.ts';
import { settle } from '../merging/settle.ts';
import { setDraft } from '../operations/set-draft.ts';
import { author } from '../operations/text.ts';
import { Refusal } from '../server/refusal.ts';
import { actorNode } from './actor-node.ts';
import { findOf, mutation } from './mutation.ts';
import { nodeOf } from './queries.ts';
import { requirePush, requirePushOrAuthor, type View } from './view.ts';

interface OfPull {
  readonly pullRequestId: string;
}

interface AutoMergeInput extends OfPull {
  readonly mergeMethod?: 'MERGE' | 'SQUASH' | 'REBASE' | null;
  readonly commitHeadline?: string | null;
  readonly commitBody?: string | null;
}

const METHODS = { MERGE: 'merge', SQUASH: 'squash', REBASE: 'rebase' } as const;

/** Drafts, and merging as soon as it can be. */
export function pullMutations(view: View) {
  const { world, caller } = view;
  const changeDraft = async (id: string, draft: boolean) => {
    const found = findOf(view, id, 'pull');
    requirePushOrAuthor(view, found.repository, found.request);
    await setDraft(world, found.repository, author(caller), found.request, draft);
    await settle(world, found.repository);
    return { pullRequest: nodeOf(view, found) };
  };
  return {
    markPullRequestReadyForReview: mutation((input: OfPull) =>
      changeDraft(input.pullRequestId, false),
    ),
    convertPullRequestToDraft: mutation((input: OfPull) => changeDraft(input.pullRequestId, true)),

    enablePullRequestAutoMerge: mutation(async (input: AutoMergeInput) => {
      const found = findOf(view, input.pullRequestId, 'pull');
      const { repository, request } = found;
      requirePush(view, repository);
      await enableAutoMerge(world, repository, request, {
        ...{ by: author(caller), method: METHODS[input.mergeMethod ?? 'MERGE'] },
        ...{ title: input.commitHeadline ?? request.title, message: input.commitBody ?? '' },
      });
      return { pullRequest: nodeOf(view, found), actor: actorNode(view, author(caller)) };
    }),

    disablePullRequestAutoMerge: mutation(async ({ pullRequestId }: OfPull) => {
      const found = findOf(view, pullRequestId, 'pull');
      const { repository, request } = found;
      requirePush(view, repository);
      if (request.pull.autoMerge === undefined) throw new Refusal(422, 'Auto merge is not enabled');
      request.pull.autoMerge = undefined;
      const reason = 'Manually disabled by user';
      const sender = author(caller);
      await emitPull(world, repository, sender, request, 'auto_merge_disabled', { reason });
      return { pullRequest: nodeOf(view, found), actor: actorNode(view, sender) };
    }),
  };
}
