import type { Repository } from '../state/repository.ts';
import { fullName } from '../state/repository-facts.ts';
import type { WorkflowJob, WorkflowRun } from '../state/workflow-run.ts';
import { timestamp, type World } from '../state/world.ts';
import { accountJson } from './account-json.ts';
import { pullsAt } from './check-suite-json.ts';
import { readCommit } from './commit-json.ts';
import { apiUrl, repositoryJson } from './repository-json.ts';

export async function workflowRunJson(world: World, repository: Repository, run: WorkflowRun) {
  const { id, number, workflow, event, headSha, headBranch, actor, suite, created } = run;
  const api = apiUrl(world, repository);
  const url = `${api}/actions/runs/${id}`;
  const commit = await readCommit(repository.folder, headSha);
  const { sha, tree, message, author, committer } = commit;
  const who = accountJson(world, actor);
  return {
    ...{ id, node_id: `WFR_${id}`, name: workflow.name, path: workflow.path, event, url },
    ...{ run_number: number, run_attempt: 1, status: run.status, conclusion: run.conclusion },
    ...{ head_sha: headSha, head_branch: headBranch, display_title: message.split('\n')[0] },
    ...{ workflow_id: workflow.id, workflow_url: `${api}/actions/workflows/${workflow.id}` },
    ...{ check_suite_id: suite, check_suite_node_id: `CS_${suite}` },
    ...{
      check_suite_url: `${api}/check-suites/${suite}`,
      pull_requests: pullsAt(world, repository, headSha),
    },
    ...{ created_at: created, updated_at: timestamp(world), run_started_at: created },
    ...{ actor: who, triggering_actor: who, previous_attempt_url: null, referenced_workflows: [] },
    ...{ jobs_url: `${url}/jobs`, logs_url: `${url}/logs`, artifacts_url: `${url}/artifacts` },
    ...{ cancel_url: `${url}/cancel`, rerun_url: `${url}/rerun` },
    html_url: `${world.url}/${fullName(repository)}/actions/runs/${id}`,
    head_commit: { id: sha, tree_id: tree, message, timestamp: author.date, author, committer },
    repository: repositoryJson(world, repository),
    head_repository: repositoryJson(world, run.headRepository),
  };
}

/** The workflow of a run, as events show it. */
export function workflowJson(world: World, repository: Repository, { workflow }: WorkflowRun) {
  const { id, name, path } = workflow;
  const url = `${apiUrl(world, repository)}/actions/workflows/${id}`;
  const page = `${world.url}/${fullName(repository)}/blob/${repository.defaultBranch}/${path}`;
  return {
    ...{ id, node_id: `W_${id}`, name, path, state: 'active', url, html_url: page },
    ...{ created_at: repository.created, updated_at: repository.created },
    badge_url: `${world.url}/${fullName(repository)}/workflows/${encodeURIComponent(name)}/badge.svg`,
  };
}

/** @returns undefined for a job whose check run is gone */
export function jobJson(
  world: World,
  repository: Repository,
  run: WorkflowRun,
  { checkRun: id, steps }: WorkflowJob,
) {
  const check = repository.checkRuns.get(id);
  if (check === undefined) return undefined;
  const api = apiUrl(world, repository);
  const { name, status, conclusion, started, completed, headSha } = check;
  return {
    ...{ id, node_id: `CR_${id}`, run_id: run.id, run_attempt: 1, name, status, conclusion },
    ...{ run_url: `${api}/actions/runs/${run.id}`, url: `${api}/actions/jobs/${id}` },
    ...{ html_url: `${world.url}/${fullName(repository)}/actions/runs/${run.id}/job/${id}` },
    steps: steps.map((step, index) => ({
      ...{ name: step.name, number: index + 1, status: 'completed', conclusion: step.conclusion },
      ...{ started_at: started, completed_at: completed },
    })),
    ...{ head_sha: headSha, head_branch: run.headBranch, workflow_name: run.workflow.name },
    ...{ created_at: started, started_at: started, completed_at: completed },
    ...{ check_run_url: `${api}/check-runs/${id}`, labels: ['ubuntu-latest'], runner_id: 1 },
    ...{ runner_name: 'GitHub Actions 1', runner_group_id: 0, runner_group_name: 'GitHub Actions' },
  };
}
