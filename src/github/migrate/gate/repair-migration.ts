import { fetchMergeBase } from '../../api/commits.ts';
import { openRepositoryClient } from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import { MAX_LOG_CHARACTERS } from '../../isolated-worker/protocol.ts';
import type { RepairPlan } from '../../isolated-worker/repair-plan.ts';
import { runOnCommit } from '../../isolated-worker/run-on-commit.ts';
import { sharedMemory } from '../../isolated-worker/shared-memory.ts';
import { repairTrailer } from '../pulls/gate-pull.ts';
import { commitRepair } from './commit-repair.ts';
import { repairRefusal } from './refused-repair.ts';
import type { CiFailure, RepairDeps, RepairOutcome } from './repair.ts';

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
  if (plan.kind !== 'repaired') return { kind: 'none', reason: plan.reason };
  if (plan.base !== pull.head) return { kind: 'none', reason: 'It was for another commit.' };
  const refused = repairRefusal(plan, configuration.migration);
  if (refused !== undefined) return { kind: 'none', reason: `It was refused: ${refused}.` };
  const writer = await openWriteClient(command, deps);
  if (writer === undefined) {
    return { kind: 'none', reason: 'The App may not write contents in this repository.' };
  }
  const message = `Repair what CI found, repair ${round}\n\n${repairTrailer(round)}\n`;
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
  const client = await openRepositoryClient(command, reading, deps);
  const base = await fetchMergeBase(client, pull.into, pull.head);
  if (base === undefined) {
    return { kind: 'not tried', reason: `It has no commit in common with ${pull.into}.` };
  }
  const { project, crate } = configuration.migration;
  const { name, file } = branch;
  const commits = { head: pull.head, base };
  const { result } = await runOnCommit(
    'repair',
    { repository, installation, configuration, commits },
    (common) => ({
      ...{ ...common, ...commits, task: 'repair', project, crate, round },
      log: log.slice(0, MAX_LOG_CHARACTERS),
      memory: sharedMemory(command, false, deps),
      function: file === undefined ? { name } : { name, file },
    }),
    { signal: deps.signal },
    deps,
  );
  return result;
}
