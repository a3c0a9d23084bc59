import { emitChange, emitIssue, emitLabels } from '../events/issue.ts';
import { repositoryOperation } from '../server/operation.ts';
import { timestamp } from '../state/world.ts';
import { findIssue } from './find-issue.ts';
import { issueJson } from './issue-json.ts';
import { setLabels } from './label-json.ts';
import { newIssue } from './new-issue.ts';
import { paged } from './paging.ts';
import { author, requireAuthor } from './text.ts';

const READ = { permission: ['issues', 'pull_requests'], access: 'read' } as const;
const WRITE = { permission: ['issues', 'pull_requests'], access: 'write', role: 'read' } as const;

export const issueOperations = [
  repositoryOperation('issues/create', { ...WRITE, permission: 'issues' }, async (call) => {
    const { world, repository, body, caller } = call;
    const user = author(caller);
    const issue = newIssue(world, repository, user, String(body.title), body.body ?? null);
    setLabels(world, repository, issue, body.labels ?? []);
    repository.issues.set(issue.number, issue);
    await emitIssue(world, repository, user, issue, 'opened');
    await emitLabels(world, repository, user, issue, new Set());
    return { status: 201, body: issueJson(world, repository, issue) };
  }),

  repositoryOperation('issues/get', READ, ({ world, repository, path }) => ({
    status: 200,
    body: issueJson(world, repository, findIssue(repository, path.issue_number)),
  })),

  repositoryOperation('issues/list-for-repo', READ, ({ world, repository, query, url }) => {
    const { state = 'open', labels = '' } = query;
    const wanted = labels.split(',').filter((label) => label !== '');
    const issues = [...repository.issues.values()]
      .filter((one) => state === 'all' || one.state === state)
      .filter((one) => wanted.every((label) => one.labels.has(label)));
    if (query.direction !== 'asc') issues.reverse();
    return paged(
      url,
      query,
      issues.map((one) => issueJson(world, repository, one)),
    );
  }),

  repositoryOperation('issues/update', WRITE, async (call) => {
    const { world, repository, path, body, caller } = call;
    const issue = findIssue(repository, path.issue_number);
    requireAuthor(repository, caller, issue.author);
    const before = { ...issue, labels: new Set(issue.labels) };
    issue.title = String(body.title ?? issue.title);
    issue.body = body.body ?? issue.body;
    issue.updated = timestamp(world);
    if (body.state !== undefined) {
      issue.state = body.state;
      issue.closed = body.state === 'closed' ? timestamp(world) : null;
    }
    if (body.labels !== undefined) setLabels(world, repository, issue, body.labels);
    await emitChange(world, repository, author(caller), issue, before);
    await emitLabels(world, repository, author(caller), issue, before.labels);
    return { status: 200, body: issueJson(world, repository, issue) };
  }),
];
