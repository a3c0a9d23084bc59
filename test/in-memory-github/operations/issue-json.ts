import type { Issue, IssueComment } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';
import { appJson } from './app-json.ts';
import { labelsJson } from './label-json.ts';
import { reactionsJson } from './reaction-json.ts';
import { apiUrl } from './repository-json.ts';
import { association } from './text.ts';

export function issueJson(world: World, repository: Repository, issue: Issue) {
  const { id, number, title, body, state, author, created, updated, closed } = issue;
  const url = `${apiUrl(world, repository)}/issues/${number}`;
  const kind = issue.pull === undefined ? 'issues' : 'pull';
  const page = `${world.url}/${fullName(repository)}/${kind}/${number}`;
  const pull = `${apiUrl(world, repository)}/pulls/${number}`;
  const comments = [...repository.comments.values()].filter((one) => one.issue === number);
  return {
    ...{
      id,
      number,
      title,
      body,
      state,
      url,
      html_url: page,
      node_id: `${kind === 'pull' ? 'PR' : 'I'}_${id}`,
    },
    ...{ user: accountJson(world, author), labels: labelsJson(world, repository, issue.labels) },
    ...{ assignee: null, assignees: [], milestone: null },
    ...{ locked: false, active_lock_reason: null },
    ...{ comments: comments.length, created_at: created, updated_at: updated, closed_at: closed },
    ...{
      comments_url: `${url}/comments`,
      events_url: `${url}/events`,
      labels_url: `${url}/labels`,
    },
    ...{
      repository_url: apiUrl(world, repository),
      reactions: reactionsJson(url, issue.reactions),
    },
    author_association: association(repository, author),
    ...(issue.pull !== undefined && {
      pull_request: {
        url: pull,
        html_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
      },
    }),
  };
}

export function issueCommentJson(world: World, repository: Repository, comment: IssueComment) {
  const { id, issue, author, body, created, updated } = comment;
  const url = `${apiUrl(world, repository)}/issues/comments/${id}`;
  return {
    ...{ id, node_id: `IC_${id}`, url, body, user: accountJson(world, author) },
    ...{
      created_at: created,
      updated_at: updated,
      reactions: reactionsJson(url, comment.reactions),
    },
    issue_url: `${apiUrl(world, repository)}/issues/${issue}`,
    html_url: `${world.url}/${fullName(repository)}/issues/${issue}#issuecomment-${id}`,
    author_association: association(repository, author),
    performed_via_github_app: comment.app === undefined ? null : appJson(world, comment.app),
  };
}
