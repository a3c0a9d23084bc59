import { emitCheck } from './events/check.ts';
import { emitWorkflowRun } from './events/workflow-run.ts';
import { resolveCommit } from './git/store.ts';
import { settle } from './merging/settle.ts';
import { ensureSuite } from './operations/check-suite.ts';
import { findPull, pullEnds } from './operations/find-issue.ts';
import type { CheckRun } from './state/check-run.ts';
import { actionsApp } from './state/look-up.ts';
import type { Repository } from './state/repository.ts';
import type { WorkflowRun } from './state/workflow-run.ts';
import { timestamp, type World } from './state/world.ts';

/** A run of a workflow that a test lets happen, from its beginning to its end. */
export interface WorkflowOptions {
  /** `CI` by default, in `.github/workflows/ci.yml`. */
  readonly workflow?: string;
  /** The number of the pull request it runs for; without, it runs for a push to `branch`. */
  readonly pull?: number;
  /** The default branch by default. */
  readonly branch?: string;
  /** Their names are names of checks. */
  readonly jobs: readonly {
    readonly name: string;
    readonly conclusion: 'success' | 'failure' | 'cancelled' | 'skipped';
    readonly log?: string;
  }[];
}

/** Returns the id of the run. */
export async function runWorkflow(
  world: World,
  repository: Repository,
  options: WorkflowOptions,
): Promise<number> {
  const { workflow = 'CI', jobs } = options;
  const head = await headOf(repository, options);
  const app = actionsApp(world, {});
  const suite = ensureSuite(world, repository, app, head.headSha);
  const path = `.github/workflows/${workflow.toLowerCase().replaceAll(' ', '-')}.yml`;
  const before = [...repository.workflowRuns.values()].filter((one) => one.workflow.path === path);
  const run: WorkflowRun = {
    ...{ id: world.nextId(), number: before.length + 1, ...head, suite: suite.id, jobs: [] },
    workflow: { id: before[0]?.workflow.id ?? world.nextId(), name: workflow, path },
    ...{ created: timestamp(world), status: 'queued', conclusion: null },
  };
  repository.workflowRuns.set(run.id, run);
  await emitWorkflowRun(world, repository, run, 'requested');
  run.status = 'in_progress';
  await emitWorkflowRun(world, repository, run, 'in_progress');
  for (const { name, conclusion, log = '' } of jobs) {
    const now = timestamp(world);
    const check: CheckRun = {
      ...{ id: world.nextId(), app, headSha: head.headSha, suite: suite.id, annotations: [], name },
      ...{ status: 'completed', conclusion, started: now, completed: now, externalId: null },
      ...{ detailsUrl: null, title: null, summary: null, text: null, actions: [] },
    };
    repository.checkRuns.set(check.id, check);
    run.jobs.push({ checkRun: check.id, log });
    await emitCheck(world, repository, app.bot, check, { isNew: true, status: 'queued' });
  }
  run.status = 'completed';
  const failed = jobs.find(
    ({ conclusion }) => conclusion === 'failure' || conclusion === 'cancelled',
  );
  run.conclusion = failed?.conclusion ?? 'success';
  await emitWorkflowRun(world, repository, run, 'completed');
  await settle(world, repository);
  return run.id;
}

async function headOf(repository: Repository, { pull, branch }: WorkflowOptions) {
  if (pull !== undefined) {
    const request = findPull(repository, pull);
    const { head } = request.pull;
    const { head: headSha } = await pullEnds(repository, request);
    const event = 'pull_request' as const;
    const where = { headBranch: head.branch, headRepository: head.repository };
    return { event, headSha, ...where, actor: request.author };
  }
  const headBranch = branch ?? repository.defaultBranch;
  const headSha = await resolveCommit(repository.folder, `refs/heads/${headBranch}`);
  if (headSha === undefined) throw new Error(`there is no branch ${headBranch}`);
  const event = headBranch.startsWith('gh-readonly-queue/') ? 'merge_group' : 'push';
  return {
    event,
    headSha,
    headBranch,
    headRepository: repository,
    actor: repository.owner,
  } as const;
}
