import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { mergedTree } from '../git/merge.ts';
import { runGit, tryGit } from '../git/run-git.ts';
import { pullEnds } from '../operations/find-issue.ts';
import type { Actions, Occasion } from '../state/actions.ts';
import type { Account } from '../state/caller.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { beginJob, beginRun, endJob, endRun, queueRun, type RunHead } from './progress.ts';
import { runJob } from './run-job.ts';
import type { Runner } from './runner.ts';
import { isStarted, parseWorkflow, type Workflow } from './workflow-file.ts';

/**
 * Opens GitHub Actions.
 * @param runner without one, workflow files are not looked at
 */
export function openActions(runner: Runner | undefined, theWorld: () => World): Actions {
  const oneAtATime = pLimit(1);
  const under = new Set<Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;
  const idle = async () => {
    while (under.size > 0) await Promise.all(under);
  };
  return {
    async start(repository, sender, occasion) {
      const world = theWorld();
      // GitHub starts nothing at what a workflow's own token did.
      if (runner === undefined || sender.login === 'github-actions[bot]') return;
      const plan = await planOf(repository, sender, occasion);
      for (const { path, workflow } of plan === undefined ? [] : await startedBy(world, plan)) {
        const { head } = plan ?? {};
        if (plan === undefined || head === undefined) return;
        const names = Object.entries(workflow.jobs).map(([id, { name = id }]) => name);
        const run = await queueRun(world, repository, { name: workflow.name, path }, head, names);
        const done = oneAtATime(async () => {
          if (signal.aborted) return;
          await beginRun(world, repository, run);
          for (const [index, job] of Object.values(workflow.jobs).entries()) {
            const entry = run.jobs[index];
            if (entry === undefined) continue;
            beginJob(world, repository, entry);
            const checkOut = (folder: string) => checkOutTree(plan, folder);
            const tools = { runner, checkOut, now: world.now, signal };
            const outcome = await inFolder((folder) => runJob(workflow, job, folder, tools));
            await endJob(world, repository, entry, outcome);
          }
          await endRun(world, repository, run);
        }).catch((thrown: unknown) => world.report(`workflow ${path}: ${String(thrown)}`));
        under.add(done);
        void done.finally(() => under.delete(done));
      }
    },
    idle,
    async close() {
      closing.abort();
      await idle();
    },
  };
}

/** What is checked out, and what the checks are of. */
interface Plan {
  readonly folder: string;
  /** Of a pull request: what its base would be with it merged. */
  readonly tree: string;
  /** Filters on branches are about this one. */
  readonly branch: string;
  readonly head: RunHead;
}

/** @returns undefined where GitHub runs nothing: a pull request with conflicts */
async function planOf(
  repository: Repository,
  actor: Account,
  occasion: Occasion,
): Promise<Plan | undefined> {
  const { folder } = repository;
  if (occasion.event === 'push') {
    const { branch, sha } = occasion;
    const where = { headSha: sha, headBranch: branch, headRepository: repository };
    const event = branch.startsWith('gh-readonly-queue/') ? 'merge_group' : 'push';
    return { folder, tree: sha, branch, head: { event, ...where, actor } };
  }
  const { request } = occasion;
  const { head: headSha, base } = await pullEnds(repository, request);
  const tree = await mergedTree(folder, base, headSha);
  if (tree === undefined) return undefined;
  const { repository: headRepository, branch: headBranch } = request.pull.head;
  const head = { headSha, headBranch, headRepository, actor };
  return { folder, tree, branch: request.pull.base, head: { event: 'pull_request', ...head } };
}

/** The workflows of what is checked out that its event starts. A file that is wrong is reported. */
async function startedBy(world: World, { folder, tree, branch, head }: Plan) {
  const listed = await tryGit(folder, 'ls-tree', '--name-only', tree, '.github/workflows/');
  const paths = (listed ?? '').split('\n').filter((path) => /\.ya?ml$/.test(path));
  const found: { readonly path: string; readonly workflow: Workflow }[] = [];
  for (const path of paths) {
    try {
      const workflow = parseWorkflow(
        (await runGit(folder, ['show', `${tree}:${path}`])).toString(),
      );
      if (isStarted(workflow, head.event, branch)) found.push({ path, workflow });
    } catch (thrown) {
      world.report(`${path}: ${String(thrown)}`);
    }
  }
  return found;
}

async function checkOutTree({ folder, tree }: Plan, into: string): Promise<void> {
  const aside = await mkdtemp(join(tmpdir(), 'rustward-index-'));
  try {
    const index = join(aside, 'index');
    await runGit(folder, ['read-tree', tree], { index });
    await runGit(folder, [`--work-tree=${into}`, 'checkout-index', '--all'], { index });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rustward-job-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
