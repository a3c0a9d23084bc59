import { type Answer, repositoryOperation } from '../server/operation.ts';
import type { Caller } from '../state/caller.ts';
import type { Reaction } from '../state/issue.ts';
import { timestamp, type World } from '../state/world.ts';
import { findIssue } from './find-issue.ts';
import { findIssueComment } from './issue-comments.ts';
import { paged } from './paging.ts';
import { reactionJson } from './reaction-json.ts';
import { findComment } from './review-comments.ts';
import { author } from './text.ts';

const READ = { permission: ['issues', 'pull_requests'], access: 'read' } as const;
const WRITE = { permission: ['issues', 'pull_requests'], access: 'write', role: 'read' } as const;

export const reactionOperations = [
  repositoryOperation('reactions/create-for-issue', WRITE, (call) =>
    react(call, findIssue(call.repository, call.path.issue_number).reactions),
  ),
  repositoryOperation('reactions/create-for-issue-comment', WRITE, (call) =>
    react(call, findIssueComment(call.repository, call.path.comment_id).reactions),
  ),
  repositoryOperation('reactions/create-for-pull-request-review-comment', WRITE, (call) =>
    react(call, findComment(call.repository, call.path.comment_id).reactions),
  ),
  repositoryOperation('reactions/list-for-issue-comment', READ, (call) => {
    const { reactions } = findIssueComment(call.repository, call.path.comment_id);
    return paged(
      call.url,
      call.query,
      reactions.map((one) => reactionJson(call.world, one)),
    );
  }),
];

/** Nobody reacts twice in the same way: then the first is the answer. */
function react(
  call: { readonly world: World; readonly caller: Caller; readonly body: { content: string } },
  reactions: Reaction[],
): Answer {
  const { world, caller, body } = call;
  const user = author(caller);
  const before = reactions.find((one) => one.author.id === user.id && one.content === body.content);
  if (before !== undefined) return { status: 200, body: reactionJson(world, before) };
  const reaction: Reaction = {
    ...{ id: world.nextId(), author: user, content: body.content, created: timestamp(world) },
  };
  reactions.push(reaction);
  return { status: 201, body: reactionJson(world, reaction) };
}
