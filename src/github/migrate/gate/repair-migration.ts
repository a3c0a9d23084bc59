import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fetchMergeBase } from '../../api/commits.ts';
import { openRepositoryClient } from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import { lowestBudgets } from '../../configuration/budgets.ts';
import { type RepairPlan, repairPlanSchema } from '../../isolated-worker/repair-plan.ts';
import { MAX_LOG_CHARACTERS, type RepairTask } from '../../isolated-worker/repair-task.ts';
import { loadResult } from '../../isolated-worker/run-finding-task.ts';
import { runIsolatedWorker } from '../../isolated-worker/run-isolated-worker.ts';
import { withFetchedChange } from '../../isolated-worker/with-fetched-change.ts';
import { repairTrailer } from '../pulls/gate-pull.ts';
import { commitRepair } from './commit-repair.ts';
import { repairRefusal } from './refused-repair.ts';
import type { CiFailure, RepairDeps, RepairOutcome } from './repair.ts';

/** Nothing takes longer, whatever the budgets say. */
const MINUTES = 60;

/**
 * Has an agent repair what CI found, in a process without a token, and puts what comes of it on the branch:
 * one commit on top, after its files are checked.
 * @throws IncompleteError when the isolated worker gives no result; the signal's reason
 */
export async function repairMigration(
  failure: CiFailure,
  deps: RepairDeps,
): Promise<RepairOutcome> {
  const { command, pull, round, configuration } = failure;
  const plan = await planRepair(failure, deps);
  if (plan.kind !== 'mended') return { kind: 'none', reason: plan.reason };
  if (plan.base !== pull.head) return { kind: 'none', reason: 'It was for another commit.' };
  const refused = repairRefusal(plan, configuration.migration);
  if (refused !== undefined) return { kind: 'none', reason: `It was refused: ${refused}.` };
  const writer = await openWriteClient(command, deps);
  if (writer === undefined) {
    return { kind: 'none', reason: 'The App may not write contents in this repository.' };
  }
  const message = `Mend what CI found, repair ${round}\n\n${repairTrailer(round)}\n`;
  return await commitRepair(writer, pull.branch, plan, message);
}

async function planRepair(
  { command, pull, round, configuration, log }: CiFailure,
  deps: RepairDeps,
): Promise<RepairPlan> {
  const branch = parseBranch(pull.branch);
  if (branch?.kind !== 'function') return { kind: 'not tried', reason: 'No function is in it.' };
  const { repository, installation } = command;
  const reading = { contents: 'read', metadata: 'read' } as const;
  const access = await openRepositoryClient(command, reading, deps);
  const base = await fetchMergeBase(access, pull.into, pull.head);
  if (base === undefined) {
    return { kind: 'not tried', reason: `It has no commit in common with ${pull.into}.` };
  }
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const remote = { url: `${deps.serverUrl}/${repository.owner}/${repository.name}.git`, token };
  const budgets = lowestBudgets(deps.budgets, configuration.budgets);
  const { project, crate } = configuration.migration;
  const { name, file } = branch;
  const commits = { head: pull.head, base };
  return await withFetchedChange(join(deps.dataFolder, 'work'), remote, commits, async (change) => {
    const cacheFolder = join(deps.dataFolder, 'repositories', String(repository.id), 'cache');
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    const request: RepairTask = {
      ...{ task: 'mend', root: change.root, ...commits, outputFolder: change.scratch, cacheFolder },
      ...{ project, crate, log: log.slice(0, MAX_LOG_CHARACTERS), round },
      function: file === undefined ? { name } : { name, file },
      maxMinutes: Math.min(MINUTES, budgets.max_minutes ?? MINUTES),
      ...(budgets.max_cost === undefined ? {} : { maxCost: budgets.max_cost }),
      ...(budgets.max_tokens === undefined ? {} : { maxTokens: budgets.max_tokens }),
    };
    await runIsolatedWorker(request, {
      ...{ env: deps.workerEnv, signal: deps.signal, onProgress: () => {} },
      ...(deps.workerCommand === undefined ? {} : { command: deps.workerCommand }),
    });
    return loadResult(change.scratch, repairPlanSchema);
  });
}
