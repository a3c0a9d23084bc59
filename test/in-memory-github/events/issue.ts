import { isPull } from '../operations/find-issue.ts';
import { issueCommentJson, issueJson } from '../operations/issue-json.ts';
import { labelsJson } from '../operations/label-json.ts';
import type { Account } from '../state/caller.ts';
import type { Issue, IssueComment } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';
import { emitPull } from './pull-request.ts';

type Extra = Readonly<Record<string, unknown>>;

/** For an issue `issues`, for a pull request `pull_request`: their actions have the same names. */
export async function emitIssue(
  world: World,
  repository: Repository,
  sender: Account,
  issue: Issue,
  action: string,
  extra: Extra = {},
): Promise<void> {
  if (isPull(issue)) return await emitPull(world, repository, sender, issue, action, extra);
  await emit(world, { name: 'issues', action, repository, sender }, () => ({
    issue: issueJson(world, repository, issue),
    ...extra,
  }));
}

/** One event for each label that was added or taken away. */
export async function emitLabels(
  world: World,
  repository: Repository,
  sender: Account,
  issue: Issue,
  before: ReadonlySet<string>,
): Promise<void> {
  const tell = async (action: string, names: ReadonlySet<string>) => {
    for (const label of labelsJson(world, repository, names)) {
      await emitIssue(world, repository, sender, issue, action, { label });
    }
  };
  await tell('labeled', without(issue.labels, before));
  await tell('unlabeled', without(before, issue.labels));
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...some].filter((one) => !others.has(one)));
}

/** What a change of title, text or state is called: one event for each. */
export async function emitChange(
  world: World,
  repository: Repository,
  sender: Account,
  issue: Issue,
  before: Pick<Issue, 'title' | 'body' | 'state'>,
): Promise<void> {
  const changes = {
    ...(before.title !== issue.title && { title: { from: before.title } }),
    ...(before.body !== issue.body && { body: { from: before.body ?? '' } }),
  };
  if (Object.keys(changes).length > 0) {
    await emitIssue(world, repository, sender, issue, 'edited', { changes });
  }
  if (before.state === issue.state) return;
  const action = issue.state === 'closed' ? 'closed' : 'reopened';
  await emitIssue(world, repository, sender, issue, action);
}

/** On issues and on pull requests alike. */
export async function emitIssueComment(
  world: World,
  repository: Repository,
  sender: Account,
  comment: IssueComment,
  action: 'created' | 'edited' | 'deleted',
  extra: Extra = {},
): Promise<void> {
  const issue = repository.issues.get(comment.issue);
  if (issue === undefined) return;
  await emit(world, { name: 'issue_comment', action, repository, sender }, () => ({
    issue: issueJson(world, repository, issue),
    comment: issueCommentJson(world, repository, comment),
    ...extra,
  }));
}
