import { fullName, type RepositoryFacts } from '../state/repository-facts.ts';
import type { World } from '../state/world.ts';
import { accountJson } from './account-json.ts';

/** The address of a repository in the interface. */
export function apiUrl(world: World, repository: RepositoryFacts): string {
  return `${world.url}/repos/${fullName(repository)}`;
}

const LINKS =
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks hooks issues keys labels languages merges milestones notifications pulls releases statuses subscribers subscription tags teams trees'.split(
    ' ',
  );

/** A repository in the longest form that GitHub has; the shorter ones are parts of it. */
export function repositoryJson(world: World, repository: RepositoryFacts) {
  const { id, name, owner, created, defaultBranch } = repository;
  const [url, page] = [apiUrl(world, repository), `${world.url}/${fullName(repository)}`];
  return {
    ...{
      id,
      name,
      node_id: `R_${id}`,
      full_name: fullName(repository),
      private: repository.private,
    },
    ...{ owner: accountJson(world, owner), default_branch: defaultBranch, url, html_url: page },
    visibility: repository.private ? 'private' : 'public',
    ...{ fork: repository.parent !== undefined, archived: false, disabled: false },
    ...Object.fromEntries(LINKS.map((link) => [`${link}_url`, `${url}/${link}`])),
    ...{ git_commits_url: `${url}/git/commits`, git_refs_url: `${url}/git/refs` },
    ...{ git_tags_url: `${url}/git/tags`, stargazers_url: `${url}/stargazers` },
    ...{ issue_comment_url: `${url}/issues/comments`, issue_events_url: `${url}/issues/events` },
    ...{ clone_url: `${page}.git`, git_url: `${page}.git`, ssh_url: `${page}.git`, svn_url: page },
    ...{ created_at: created, updated_at: created, pushed_at: created },
    ...{ description: null, homepage: null, language: null, license: null, mirror_url: null },
    ...{ has_issues: true, has_projects: false, has_wiki: false, has_pages: false },
    ...{ has_discussions: false, has_downloads: false, size: 0, topics: [] },
    ...{ forks: 0, forks_count: 0, open_issues: 0, open_issues_count: 0, watchers: 0 },
    ...{ watchers_count: 0, stargazers_count: 0, network_count: 0, subscribers_count: 0 },
  };
}
