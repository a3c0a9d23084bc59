import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lowestBudgets } from '../../configuration/budgets.ts';
import { type Access, accessFor } from '../../instructions/access.ts';
import { resultIn } from '../../instructions/run-task.ts';
import { writeAccess } from '../../instructions/write-access.ts';
import { askReader } from '../../review/run-reader.ts';
import { withChange } from '../../review/with-change.ts';
import { parseBranch } from '../branch.ts';
import { addCommit } from './add-commit.ts';
import { type GatePull, repairTrailer } from './gate-pull.ts';
import type { Failure, Mended, RepairDeps } from './mend.ts';
import { type MendPlan, mendPlanSchema } from './mend-plan.ts';
import { type MendTask, MOST_LOG } from './mend-task.ts';
import { refusedChange } from './refused-change.ts';

/** Nothing takes longer, whatever the budgets say. */
const MINUTES = 60;

/**
 * Has an agent mend what CI found, in a process without a token, and puts what comes of it on the branch:
 * one commit on top, after its files are checked.
 * @throws IncompleteError when the reader gives no result; the signal's reason
 */
export async function mendByReader(failure: Failure, deps: RepairDeps): Promise<Mended> {
  const { command, pull, round, configuration } = failure;
  const plan = await planned(failure, deps);
  if (plan.kind !== 'mended') return { kind: 'none', reason: plan.reason };
  if (plan.base !== pull.head) return { kind: 'none', reason: 'It was for another commit.' };
  const refused = refusedChange(plan, configuration.migration);
  if (refused !== undefined) return { kind: 'none', reason: `It was refused: ${refused}.` };
  const writer = await writeAccess(command, deps);
  if (writer === undefined) {
    return { kind: 'none', reason: 'The App may not write contents in this repository.' };
  }
  const message = `Mend what CI found, repair ${round}\n\n${repairTrailer(round)}\n`;
  const added = await addCommit(writer, pull.branch, plan, message);
  if (added.kind !== 'refused') return added;
  return { kind: 'none', reason: `It was refused: ${added.problem}.` };
}

async function planned(
  { command, pull, round, configuration, log }: Failure,
  deps: RepairDeps,
): Promise<MendPlan> {
  const branch = parseBranch(pull.branch);
  if (branch?.kind !== 'function') return { kind: 'not tried', reason: 'No function is in it.' };
  const { repository, installation } = command;
  const reading = { contents: 'read', metadata: 'read' } as const;
  const base = await forkOf(await accessFor(command, reading, deps), pull);
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const remote = { url: `${deps.serverUrl}/${repository.owner}/${repository.name}.git`, token };
  const budgets = lowestBudgets(deps.budgets, configuration.budgets);
  const { project, crate } = configuration.migration;
  const { name, file } = branch;
  const commits = { head: pull.head, base };
  return await withChange(join(deps.dataFolder, 'work'), remote, commits, async (change) => {
    const cacheFolder = join(deps.dataFolder, 'repositories', String(repository.id), 'cache');
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    const request: MendTask = {
      ...{ task: 'mend', root: change.root, ...commits, outputFolder: change.scratch, cacheFolder },
      ...{ project, crate, log: log.slice(0, MOST_LOG), round },
      function: file === undefined ? { name } : { name, file },
      maxMinutes: Math.min(MINUTES, budgets.max_minutes ?? MINUTES),
      ...(budgets.max_cost === undefined ? {} : { maxCost: budgets.max_cost }),
      ...(budgets.max_tokens === undefined ? {} : { maxTokens: budgets.max_tokens }),
    };
    await askReader(request, {
      ...{ env: deps.readerEnv, signal: deps.signal, onProgress: () => {} },
      ...(deps.readerCommand === undefined ? {} : { command: deps.readerCommand }),
    });
    return resultIn(change.scratch, mendPlanSchema);
  });
}

/** Where a branch parts from the one that it goes into. */
async function forkOf({ github, calls, place }: Access, { into, head }: GatePull): Promise<string> {
  const { data } = await calls.read((options) =>
    github.rest.repos.compareCommitsWithBasehead({
      ...{ ...place, ...options, basehead: `${into}...${head}`, per_page: 1 },
    }),
  );
  return data.merge_base_commit.sha;
}
