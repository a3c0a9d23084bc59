import { repositoryOperation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import type { Repository } from '../state/repository.ts';
import type { WorkflowRun } from '../state/workflow-run.ts';
import { paged } from './paging.ts';
import { jobJson, workflowRunJson } from './workflow-run-json.ts';

const READ = { permission: 'actions', access: 'read' } as const;

export const workflowRunOperations = [
  repositoryOperation('actions/list-workflow-runs-for-repo', READ, async (call) => {
    const { world, repository, query, url } = call;
    const runs = [...repository.workflowRuns.values()]
      .reverse()
      .filter((one) => query.branch === undefined || one.headBranch === query.branch)
      .filter((one) => query.event === undefined || one.event === query.event)
      .filter((one) => query.head_sha === undefined || one.headSha === query.head_sha)
      .filter((one) => query.check_suite_id === undefined || one.suite === query.check_suite_id)
      .filter(
        (one) => (query.status ?? one.status) === one.status || query.status === one.conclusion,
      );
    const json = await Promise.all(runs.map((one) => workflowRunJson(world, repository, one)));
    return paged(url, query, json, (some) => ({ total_count: json.length, workflow_runs: some }));
  }),

  repositoryOperation('actions/get-workflow-run', READ, async ({ world, repository, path }) => ({
    status: 200,
    body: await workflowRunJson(world, repository, findRun(repository, path.run_id)),
  })),

  repositoryOperation('actions/list-jobs-for-workflow-run', READ, (call) => {
    const { world, repository, path, query, url } = call;
    const run = findRun(repository, path.run_id);
    const jobs = run.jobs.map((one) => jobJson(world, repository, run, one));
    return paged(url, query, jobs, (some) => ({ total_count: jobs.length, jobs: some }));
  }),

  repositoryOperation('actions/get-job-for-workflow-run', READ, ({ world, repository, path }) => {
    const { run, job } = findJob(repository, path.job_id);
    return { status: 200, body: jobJson(world, repository, run, job) };
  }),

  // The answer is an address that is good for a while, and needs no token.
  repositoryOperation(
    'actions/download-job-logs-for-workflow-run',
    READ,
    ({ world, repository, path }) => {
      const { job } = findJob(repository, path.job_id);
      const name = `job-${job.checkRun}.txt`;
      world.files.set(name, job.log);
      return { status: 302, headers: { location: `${world.url}/_files/${name}` } };
    },
  ),
];

function findRun({ workflowRuns }: Repository, id: number): WorkflowRun {
  const run = workflowRuns.get(id);
  if (run === undefined) throw notFound();
  return run;
}

function findJob({ workflowRuns }: Repository, id: number | bigint) {
  for (const run of workflowRuns.values()) {
    const job = run.jobs.find((one) => one.checkRun === Number(id));
    if (job !== undefined) return { run, job };
  }
  throw notFound();
}
