import { emitCheck } from '../events/check.ts';
import { emitWorkflowRun } from '../events/workflow-run.ts';
import { settle } from '../merging/settle.ts';
import { newSuite } from '../operations/check-suite.ts';
import type { Annotation, CheckRun } from '../state/check-run.ts';
import { actionsApp } from '../state/look-up.ts';
import type { Repository } from '../state/repository.ts';
import type { Conclusion, WorkflowJob, WorkflowRun, WorkflowStep } from '../state/workflow-run.ts';
import { timestamp, type World } from '../state/world.ts';

// How a run goes on, as GitHub shows it and tells of it: whoever carries it out calls these in turn.

/** What a run is for, and who started it. */
export type RunHead = Pick<
  WorkflowRun,
  'event' | 'headSha' | 'headBranch' | 'headRepository' | 'actor'
>;

/** @param jobs their names, which are names of checks */
export async function queueRun(
  world: World,
  repository: Repository,
  { name, path }: { readonly name: string; readonly path: string },
  head: RunHead,
  jobs: readonly string[],
): Promise<WorkflowRun> {
  const app = actionsApp(world, {});
  // Each run has a suite of its own, unlike the checks of other apps.
  const suite = newSuite(world, repository, app, head.headSha);
  const before = [...repository.workflowRuns.values()].filter((one) => one.workflow.path === path);
  const run: WorkflowRun = {
    ...{ id: world.nextId(), number: before.length + 1, ...head, suite: suite.id, jobs: [] },
    workflow: { id: before[0]?.workflow.id ?? world.nextId(), name, path },
    ...{ created: timestamp(world), status: 'queued', conclusion: null },
  };
  repository.workflowRuns.set(run.id, run);
  const checks = jobs.map((job): CheckRun => {
    const check = {
      ...{ id: world.nextId(), app, headSha: head.headSha, suite: suite.id, annotations: [] },
      ...{ name: job, status: 'queued', conclusion: null, started: timestamp(world) },
      ...{ completed: null, externalId: null, detailsUrl: null },
      ...{ title: null, summary: null, text: null, actions: [] },
    };
    repository.checkRuns.set(check.id, check);
    run.jobs.push({ checkRun: check.id, log: '', steps: [] });
    return check;
  });
  await emitWorkflowRun(world, repository, run, 'requested');
  for (const check of checks) {
    await emitCheck(world, repository, app.bot, check, { isNew: true, status: 'queued' });
  }
  return run;
}

export async function beginRun(world: World, repository: Repository, run: WorkflowRun) {
  run.status = 'in_progress';
  await emitWorkflowRun(world, repository, run, 'in_progress');
}

export function beginJob(world: World, repository: Repository, job: WorkflowJob): void {
  const check = checkOf(repository, job);
  check.status = 'in_progress';
  check.started = timestamp(world);
}

export async function endJob(
  world: World,
  repository: Repository,
  job: WorkflowJob,
  outcome: {
    readonly conclusion: Conclusion;
    readonly log: string;
    readonly steps: readonly WorkflowStep[];
    readonly annotations: readonly Annotation[];
  },
): Promise<void> {
  const check = checkOf(repository, job);
  const before = { isNew: false, status: check.status };
  job.log = outcome.log;
  job.steps = outcome.steps;
  check.annotations.push(...outcome.annotations);
  check.status = 'completed';
  check.conclusion = outcome.conclusion;
  check.completed = timestamp(world);
  await emitCheck(world, repository, check.app.bot, check, before);
}

export async function endRun(world: World, repository: Repository, run: WorkflowRun) {
  const ends = run.jobs.map((job) => checkOf(repository, job).conclusion);
  run.status = 'completed';
  run.conclusion = ends.find((one) => one === 'failure' || one === 'cancelled') ?? 'success';
  await emitWorkflowRun(world, repository, run, 'completed');
  await settle(world, repository);
}

function checkOf({ checkRuns }: Repository, { checkRun }: WorkflowJob): CheckRun {
  const check = checkRuns.get(checkRun);
  if (check === undefined) throw new Error(`there is no check run ${checkRun}`);
  return check;
}
