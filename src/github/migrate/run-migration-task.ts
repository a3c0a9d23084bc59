import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { writeFileAtomically } from '../../workspace/atomic-file.ts';
import type { Repository } from '../command.ts';
import { lowestBudgets } from '../configuration/budgets.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { resultIn } from '../instructions/run-task.ts';
import type { ReadingDeps } from '../review/read-change.ts';
import { askReader } from '../review/run-reader.ts';
import { withChange } from '../review/with-change.ts';
import { fileHash } from './branch.ts';
import { jsonOf } from './json-of.ts';
import { type LinkVerdict, linkVerdictSchema } from './link/link-verdict.ts';
import { type MigrationPlan, migrationPlanSchema } from './plan.ts';
import type { MigrationTask } from './reader-task.ts';
import { type Survey, surveySchema } from './survey.ts';

/** Where a migration is at work. */
export interface MigrationPlace {
  readonly repository: Repository;
  readonly installation: number;
  readonly configuration: Configuration;
}

/** Nothing takes longer, whatever the budgets say. */
const MINUTES = { survey: 10, migrate: 90, link: 45 };

const MAX_RESTARTS = 1;

/** Changes when a survey of the same commit comes to something else. */
const SURVEYS = 1;

/**
 * What there is to carry over in a commit. It is found out once.
 * @throws IncompleteError when that cannot be found out; the signal's reason when aborted
 */
export async function surveyCommit(
  place: MigrationPlace,
  head: string,
  signal: AbortSignal,
  deps: ReadingDeps,
): Promise<Survey> {
  const { repository, configuration } = place;
  const { project, crate } = configuration.migration;
  const own = join(deps.dataFolder, 'repositories', String(repository.id), 'surveys');
  const path = join(own, `${head}-${fileHash(`${SURVEYS} ${project} ${crate}`)}.json`);
  const kept = surveySchema.safeParse(existsSync(path) ? jsonOf(readFileSync(path, 'utf8')) : null);
  if (kept.success) return kept.data;
  const commits = { head, base: head };
  const survey = await run({ task: 'survey' }, surveySchema, place, commits, signal, deps);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  writeFileAtomically(path, JSON.stringify(survey));
  return survey;
}

/** What a reader proposes for functions of one step, by their ids in the survey of that commit. */
export async function planMigration(
  place: MigrationPlace,
  head: string,
  only: readonly string[],
  signal: AbortSignal,
  deps: ReadingDeps,
  earlier?: string,
): Promise<MigrationPlan> {
  const { name } = place.repository;
  const task = { task: 'migrate' as const, name, only: [...only], maxRestarts: MAX_RESTARTS };
  const commits = { head, base: earlier ?? head };
  const asked = earlier === undefined ? task : { ...task, earlier };
  return await run(asked, migrationPlanSchema, place, commits, signal, deps);
}

/** A function of a pull request; any that has the name where no file is said. */
export type LinkedName = Extract<MigrationTask, { task: 'link' }>['functions'][number];

/** What the C program's own tests say of functions that are in Rust in a commit. */
export async function linkCommit(
  place: MigrationPlace,
  head: string,
  functions: readonly LinkedName[],
  signal: AbortSignal,
  deps: ReadingDeps,
): Promise<LinkVerdict> {
  const asked = { task: 'link' as const, functions: [...functions] };
  return await run(asked, linkVerdictSchema, place, { head, base: head }, signal, deps);
}

type Asked =
  | { readonly task: 'survey' }
  | Pick<Extract<MigrationTask, { task: 'link' }>, 'task' | 'functions'>
  | Pick<Extract<MigrationTask, { task: 'migrate' }>, 'task' | 'name' | 'only' | 'maxRestarts'>;

async function run<Result>(
  asked: Asked,
  schema: z.ZodType<Result>,
  { repository, installation, configuration }: MigrationPlace,
  commits: { readonly head: string; readonly base: string },
  signal: AbortSignal,
  deps: ReadingDeps,
): Promise<Result> {
  const { dataFolder, serverUrl, readerEnv: env, readerCommand } = deps;
  const { project, crate } = configuration.migration;
  const budgets = lowestBudgets(deps.budgets, configuration.budgets);
  const most = MINUTES[asked.task];
  const token = await deps.access.token(installation, repository, { contents: 'read' });
  const url = `${serverUrl}/${repository.owner}/${repository.name}.git`;
  return await withChange(join(dataFolder, 'work'), { url, token }, commits, async (change) => {
    const cacheFolder = join(dataFolder, 'repositories', String(repository.id), 'cache');
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    const request = {
      ...{ ...asked, root: change.root, head: commits.head, project, crate, cacheFolder },
      ...{ outputFolder: change.scratch, maxMinutes: Math.min(most, budgets.max_minutes ?? most) },
      ...{ maxCost: budgets.max_cost, maxTokens: budgets.max_tokens },
    };
    await askReader(request, {
      ...{ env, signal, onProgress: () => {} },
      ...(readerCommand === undefined ? {} : { command: readerCommand }),
    });
    return resultIn(change.scratch, schema);
  });
}
