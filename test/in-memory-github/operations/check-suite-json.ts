import type { CheckSuite } from '../state/check-run.ts';
import type { PullRequest } from '../state/issue.ts';
import type { Repository } from '../state/repository.ts';
import type { RepositoryFacts } from '../state/repository-facts.ts';
import { timestamp, type World } from '../state/world.ts';
import { appJson } from './app-json.ts';
import { latestRuns, suiteState } from './check-suite.ts';
import { readCommit } from './commit-json.ts';
import { isPull } from './find-issue.ts';
import { apiUrl, repositoryJson } from './repository-json.ts';

/** A suite as it stands in one of its runs. */
export function suiteSummaryJson(world: World, repository: Repository, suite: CheckSuite) {
  const { id, app, headSha, headBranch, created } = suite;
  return {
    ...{ id, node_id: `CS_${id}`, head_branch: headBranch, head_sha: headSha },
    ...{ ...suiteState(repository, suite), before: null, after: headSha },
    ...{ url: `${apiUrl(world, repository)}/check-suites/${id}`, app: appJson(world, app) },
    ...{ created_at: created, updated_at: timestamp(world) },
    pull_requests: pullsAt(world, repository, headSha),
  };
}

/** A suite by itself. */
export async function suiteJson(world: World, repository: Repository, suite: CheckSuite) {
  const summary = suiteSummaryJson(world, repository, suite);
  const commit = await readCommit(repository.folder, suite.headSha);
  const { sha, tree, message, author, committer } = commit;
  return {
    ...{ ...summary, check_runs_url: `${summary.url}/check-runs` },
    latest_check_runs_count: latestRuns(repository, suite).length,
    ...{ rerequestable: true, runs_rerequestable: true },
    head_commit: { id: sha, tree_id: tree, timestamp: author.date, message, author, committer },
    repository: repositoryJson(world, repository),
  };
}

/**
 * The open pull requests whose head is a commit. GitHub knows of none for a branch of a fork, so
 * whoever relies on them is wrong there.
 */
export function pullsAt(world: World, repository: Repository, sha: string) {
  const { issues, refs } = repository;
  const at = (branch: string) => refs.get(`refs/heads/${branch}`);
  const end = (ref: string, where: RepositoryFacts) => ({
    ...{ ref, sha: at(ref) ?? sha },
    repo: { id: where.id, url: apiUrl(world, where), name: where.name },
  });
  const here = ({ pull, state }: PullRequest) =>
    state === 'open' && pull.head.repository.id === repository.id && at(pull.head.branch) === sha;
  return [...issues.values()]
    .filter(isPull)
    .filter(here)
    .map(({ id, number, pull }) => ({
      ...{ id, number, url: `${apiUrl(world, repository)}/pulls/${number}` },
      ...{ head: end(pull.head.branch, repository), base: end(pull.base, repository) },
    }));
}
