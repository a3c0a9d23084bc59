import { emitIssueComment } from '../events/issue.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import type { IssueComment } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp } from '../state/world.ts';
import { findIssue } from './find-issue.ts';
import { issueCommentJson } from './issue-json.ts';
import { paged } from './paging.ts';
import { author, checkedBody, requireAuthor } from './text.ts';

const READ = { permission: ['issues', 'pull_requests'], access: 'read' } as const;
const WRITE = { permission: ['issues', 'pull_requests'], access: 'write', role: 'read' } as const;

export const issueCommentOperations = [
  repositoryOperation('issues/create-comment', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const issue = findIssue(repository, path.issue_number);
    const [now, id] = [timestamp(world), world.nextId()];
    const comment: IssueComment = {
      ...{ id, issue: issue.number, author: author(caller), created: now, updated: now },
      ...{ reactions: [], app: caller.kind === 'installation' ? caller.app : undefined },
      body: checkedBody('IssueComment', body.body),
      minimized: undefined,
    };
    repository.comments.set(comment.id, comment);
    await emitIssueComment(world, repository, comment.author, comment, 'created');
    return { status: 201, body: issueCommentJson(world, repository, comment) };
  }),

  repositoryOperation('issues/list-comments', READ, (call) => {
    const { world, repository, path, query, url } = call;
    const { number } = findIssue(repository, path.issue_number);
    const comments = [...repository.comments.values()].filter(({ issue }) => issue === number);
    return paged(
      url,
      query,
      comments.map((one) => issueCommentJson(world, repository, one)),
    );
  }),

  repositoryOperation('issues/get-comment', READ, ({ world, repository, path }) => {
    const comment = findIssueComment(repository, path.comment_id);
    return { status: 200, body: issueCommentJson(world, repository, comment) };
  }),

  repositoryOperation('issues/update-comment', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const comment = findIssueComment(repository, path.comment_id);
    requireAuthor(repository, caller, comment.author);
    const changes = { body: { from: comment.body } };
    comment.body = checkedBody('IssueComment', body.body);
    comment.updated = timestamp(world);
    const by = author(caller);
    await emitIssueComment(world, repository, by, comment, 'edited', { changes });
    return { status: 200, body: issueCommentJson(world, repository, comment) };
  }),

  repositoryOperation('issues/delete-comment', WRITE, async (call) => {
    const { world, repository, path, caller } = call;
    const comment = findIssueComment(repository, path.comment_id);
    requireAuthor(repository, caller, comment.author);
    repository.comments.delete(comment.id);
    await emitIssueComment(world, repository, author(caller), comment, 'deleted');
    return { status: 204 };
  }),
];

/** @throws Refusal 404 */
export function findIssueComment({ comments }: Repository, id: number | bigint): IssueComment {
  const comment = comments.get(Number(id));
  if (comment === undefined) throw notFound();
  return comment;
}
