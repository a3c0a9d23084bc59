import { beginJob, beginRun, endJob, endRun, queueRun, type RunHead } from './actions/progress.ts';
import { resolveCommit } from './git/store.ts';
import { findPull, pullEnds } from './operations/find-issue.ts';
import type { Repository } from './state/repository.ts';
import type { Conclusion, WorkflowStep } from './state/workflow-run.ts';
import type { World } from './state/world.ts';

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
    readonly conclusion: Conclusion;
    readonly log?: string;
    readonly steps?: readonly WorkflowStep[];
  }[];
}

/** Returns the id of the run. */
export async function runWorkflow(
  world: World,
  repository: Repository,
  options: WorkflowOptions,
): Promise<number> {
  const { workflow: name = 'CI', jobs } = options;
  const path = `.github/workflows/${name.toLowerCase().replaceAll(' ', '-')}.yml`;
  const head = await headOf(repository, options);
  const names = jobs.map((job) => job.name);
  const run = await queueRun(world, repository, { name, path }, head, names);
  await beginRun(world, repository, run);
  for (const [index, job] of run.jobs.entries()) {
    const { conclusion = 'success', log = '', steps = [] } = jobs[index] ?? {};
    beginJob(world, repository, job);
    await endJob(world, repository, job, { conclusion, log, steps, annotations: [] });
  }
  await endRun(world, repository, run);
  return run.id;
}

async function headOf(repository: Repository, { pull, branch }: WorkflowOptions): Promise<RunHead> {
  if (pull !== undefined) {
    const request = findPull(repository, pull);
    const { head } = request.pull;
    const { head: headSha } = await pullEnds(repository, request);
    const where = { headBranch: head.branch, headRepository: head.repository };
    return { event: 'pull_request', headSha, ...where, actor: request.author };
  }
  const headBranch = branch ?? repository.defaultBranch;
  const headSha = await resolveCommit(repository.folder, `refs/heads/${headBranch}`);
  if (headSha === undefined) throw new Error(`there is no branch ${headBranch}`);
  const event = headBranch.startsWith('gh-readonly-queue/') ? 'merge_group' : 'push';
  return { event, headSha, headBranch, headRepository: repository, actor: repository.owner };
}
