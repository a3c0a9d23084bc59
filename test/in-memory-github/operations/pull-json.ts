import { diffCommits } from '../git/diff.ts';
import { remembered } from '../git/remembered.ts';
import { runGit } from '../git/run-git.ts';
import { mergeability } from '../merging/mergeability.ts';
import type { Pull, PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import { fullName, type RepositoryFacts } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';
import { pullEnds } from './find-issue.ts';
import { labelsJson } from './label-json.ts';
import { apiUrl, repositoryJson } from './repository-json.ts';
import { association } from './text.ts';

/** A pull request as lists show it. */
export async function pullSummaryJson(world: World, repository: Repository, request: PullRequest) {
  const { id, number, title, body, state, pull, author, created, updated, closed } = request;
  const { head, base } = await pullEnds(repository, request);
  const end = (sha: string, branch: string, where: RepositoryFacts) => ({
    ...{ sha, ref: branch, label: `${where.owner.login}:${branch}` },
    ...{ user: accountJson(world, where.owner), repo: repositoryJson(world, where) },
  });
  const url = `${apiUrl(world, repository)}/pulls/${number}`;
  const issue = `${apiUrl(world, repository)}/issues/${number}`;
  const page = `${world.url}/${fullName(repository)}/pull/${number}`;
  const links = {
    ...{ self: url, html: page, issue, comments: `${issue}/comments`, commits: `${url}/commits` },
    ...{ review_comments: `${url}/comments`, review_comment: `${url}/comments{/number}` },
    statuses: `${apiUrl(world, repository)}/statuses/${head}`,
  };
  return {
    ...{ id, number, title, body, state, url, html_url: page, node_id: `PR_${id}` },
    ...{
      draft: pull.draft,
      locked: false,
      active_lock_reason: null,
      user: accountJson(world, author),
    },
    ...{
      created_at: created,
      updated_at: updated,
      closed_at: closed,
      merged_at: pull.merged?.at ?? null,
    },
    ...{ labels: labelsJson(world, repository, request.labels), milestone: null },
    ...{ assignee: null, assignees: [], requested_reviewers: [], requested_teams: [] },
    ...{
      head: end(head, pull.head.branch, pull.head.repository),
      auto_merge: autoMergeJson(world, pull),
    },
    ...{ base: end(base, pull.base, repository), merge_commit_sha: pull.merged?.commit ?? null },
    author_association: association(repository, author),
    ...{ diff_url: `${page}.diff`, patch_url: `${page}.patch`, issue_url: issue },
    ...{ comments_url: links.comments, commits_url: links.commits, statuses_url: links.statuses },
    ...{ review_comments_url: links.review_comments, review_comment_url: links.review_comment },
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
  };
}

const commitsBetween = remembered(async (folder: string, base: string, head: string) =>
  Number(await runGit(folder, ['rev-list', '--count', `${base}..${head}`])),
);

/** A pull request by itself: with its numbers. */
export async function pullJson(world: World, repository: Repository, request: PullRequest) {
  const { head, base, fork } = await pullEnds(repository, request);
  const files = await diffCommits(repository.folder, fork, head);
  const commits = await commitsBetween(repository.folder, base, head);
  const { comments, reviewComments } = repository;
  const { merged } = request.pull;
  const { mergeable, state } = await mergeability(repository, request);
  return {
    ...(await pullSummaryJson(world, repository, request)),
    ...{ merged: merged !== undefined, mergeable, rebaseable: mergeable, mergeable_state: state },
    ...{ merged_by: merged === undefined ? null : accountJson(world, merged.by) },
    ...{ maintainer_can_modify: false, changed_files: files.length },
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    commits,
    comments: [...comments.values()].filter(({ issue }) => issue === request.number).length,
    review_comments: [...reviewComments.values()].filter(({ pull }) => pull === request.number)
      .length,
  };
}

function autoMergeJson(world: World, { autoMerge }: Pull) {
  if (autoMerge === undefined) return null;
  const { by, method, title, message } = autoMerge;
  const words = { commit_title: title, commit_message: message };
  return { enabled_by: accountJson(world, by), merge_method: method, ...words };
}
