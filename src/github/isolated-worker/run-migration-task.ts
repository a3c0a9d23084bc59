import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import type { Repository } from '../commands/command.ts';
import { fileHash } from '../commands/migration-branch.ts';
import { lowestBudgets } from '../configuration/budgets.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { type LinkVerdict, linkVerdictSchema } from './link-verdict.ts';
import { type MigrationPlan, migrationPlanSchema } from './migration-plan.ts';
import type { MigrationTask } from './migration-task.ts';
import { parseJson } from './parse-json.ts';
import type { IsolatedWorkerDeps } from './review-change.ts';
import { loadResult } from './run-finding-task.ts';
import { runIsolatedWorker } from './run-isolated-worker.ts';
import { type Survey, surveySchema } from './survey.ts';
import { withFetchedChange } from './with-fetched-change.ts';

/** Where a migration is at work. */
export interface MigrationTarget {
  readonly repository: Repository;
  readonly installation: number;
  readonly configuration: Configuration;
}

/** Nothing takes longer, whatever the budgets say. */
const MAX_MINUTES = { survey: 10, migrate: 90, link: 45 };

const MAX_RESTARTS = 1;

/** Changes when a survey of the same commit comes to something else. */
const SURVEY_VERSION = 1;

/**
 * What there is to carry over in a commit. It is found out once.
 * @throws IncompleteError when that cannot be found out; the signal's reason when aborted
 */
export async function surveyCommit(
  place: MigrationTarget,
  head: string,
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
): Promise<Survey> {
  const { repository, configuration } = place;
  const { project, crate } = configuration.migration;
  const own = join(deps.dataFolder, 'repositories', String(repository.id), 'surveys');
  const path = join(own, `${head}-${fileHash(`${SURVEY_VERSION} ${project} ${crate}`)}.json`);
  const cached = surveySchema.safeParse(
    existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null,
  );
  if (cached.success) return cached.data;
  const commits = { head, base: head };
  const survey = await runMigrationTask(
    { task: 'survey' },
    surveySchema,
    place,
    commits,
    signal,
    deps,
  );
  mkdirSync(own, { recursive: true, mode: 0o700 });
  writeFileAtomically(path, JSON.stringify(survey));
  return survey;
}

/** What a reader proposes for functions of one step, by their ids in the survey of that commit. */
export async function planMigration(
  place: MigrationTarget,
  head: string,
  only: readonly string[],
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
  earlier?: string,
): Promise<MigrationPlan> {
  const { name } = place.repository;
  const task = { task: 'migrate' as const, name, only: [...only], maxRestarts: MAX_RESTARTS };
  const commits = { head, base: earlier ?? head };
  const asked = earlier === undefined ? task : { ...task, earlier };
  return await runMigrationTask(asked, migrationPlanSchema, place, commits, signal, deps);
}

/** A function of a pull request; any that has the name where no file is said. */
export type LinkedName = Extract<MigrationTask, { task: 'link' }>['functions'][number];

/** What the C program's own tests say of functions that are in Rust in a commit. */
export async function linkCommit(
  place: MigrationTarget,
  head: string,
  functions: readonly LinkedName[],
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
): Promise<LinkVerdict> {
  const asked = { task: 'link' as const, functions: [...functions] };
  return await runMigrationTask(
    asked,
    linkVerdictSchema,
    place,
    { head, base: head },
    signal,
    deps,
  );
}

type TaskDetails =
  | { readonly task: 'survey' }
  | Pick<Extract<MigrationTask, { task: 'link' }>, 'task' | 'functions'>
  | Pick<Extract<MigrationTask, { task: 'migrate' }>, 'task' | 'name' | 'only' | 'maxRestarts'>;

async function runMigrationTask<Result>(
  details: TaskDetails,
  schema: z.ZodType<Result>,
  { repository, installation, configuration }: MigrationTarget,
  commits: { readonly head: string; readonly base: string },
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
): Promise<Result> {
  const { dataFolder, serverUrl, workerEnv: env, workerCommand } = deps;
  const { project, crate } = configuration.migration;
  const budgets = lowestBudgets(deps.budgets, configuration.budgets);
  const most = MAX_MINUTES[details.task];
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const url = `${serverUrl}/${repository.owner}/${repository.name}.git`;
  return await withFetchedChange(
    join(dataFolder, 'work'),
    { url, token },
    commits,
    async (change) => {
      const cacheFolder = join(dataFolder, 'repositories', String(repository.id), 'cache');
      mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
      const request = {
        ...{ ...details, root: change.root, head: commits.head, project, crate, cacheFolder },
        ...{
          outputFolder: change.scratch,
          maxMinutes: Math.min(most, budgets.max_minutes ?? most),
        },
        ...{ maxCost: budgets.max_cost, maxTokens: budgets.max_tokens },
      };
      await runIsolatedWorker(request, {
        ...{ env, signal, onProgress: () => {} },
        ...(workerCommand === undefined ? {} : { command: workerCommand }),
      });
      return loadResult(change.scratch, schema);
    },
  );
}
