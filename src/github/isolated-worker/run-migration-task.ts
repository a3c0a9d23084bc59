import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { fileHash } from '../commands/migration-branch.ts';
import type { LinkVerdict } from './link-verdict.ts';
import type { MigrationPlan } from './migration-plan.ts';
import { parseJson } from './parse-json.ts';
import type { WorkerRequestFor } from './protocol.ts';
import {
  type IsolatedWorkerDeps,
  repositoryFolder,
  runOnCommit,
  type TaskTarget,
} from './run-on-commit.ts';
import { sharedMemory } from './shared-memory.ts';
import { type Survey, surveySchema } from './survey.ts';

/** Where a migration is at work. */
export type MigrationTarget = Omit<TaskTarget, 'commits'>;

const MAX_RESTARTS = 1;

/** Changes when a survey of the same commit comes to something else. */
const SURVEY_VERSION = 2;

/**
 * What there is to migrate in a commit. The result is kept, so that a commit is surveyed once.
 * @throws IncompleteError when there is no result; the signal's reason when aborted
 */
export async function surveyCommit(
  target: MigrationTarget,
  head: string,
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
): Promise<Survey> {
  const { project, crate } = target.configuration.migration;
  const folder = join(repositoryFolder(deps.dataFolder, target.repository), 'surveys');
  const path = join(folder, `${head}-${fileHash(`${SURVEY_VERSION} ${project} ${crate}`)}.json`);
  const cached = surveySchema.safeParse(
    existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null,
  );
  if (cached.success) return cached.data;
  const { result } = await runOnCommit(
    'survey',
    { ...target, commits: { head, base: head } },
    (common) => ({ ...common, task: 'survey', head, project, crate }),
    { signal },
    deps,
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileAtomically(path, JSON.stringify(result));
  return result;
}

/**
 * What the isolated worker proposes for functions of one step, by their ids in the survey of that commit.
 * @param earlier a commit that has them migrated on another base
 */
export async function planMigration(
  target: MigrationTarget,
  head: string,
  only: readonly string[],
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
  earlier?: string,
): Promise<MigrationPlan> {
  const { project, crate } = target.configuration.migration;
  const { name } = target.repository;
  const { result } = await runOnCommit(
    'migrate',
    { ...target, commits: { head, base: earlier ?? head } },
    (common) => ({
      ...{ ...common, task: 'migrate', head, project, crate, name, only: [...only] },
      ...{ maxRestarts: MAX_RESTARTS, earlier, memory: sharedMemory(target, false, deps) },
    }),
    { signal },
    deps,
  );
  return result;
}

/** A function of a pull request; any that has the name where no file is given. */
export type LinkedName = WorkerRequestFor<'link'>['functions'][number];

/** What the C program's own tests say of functions that are in Rust in a commit. */
export async function linkCommit(
  target: MigrationTarget,
  head: string,
  functions: readonly LinkedName[],
  signal: AbortSignal,
  deps: IsolatedWorkerDeps,
): Promise<LinkVerdict> {
  const { project, crate } = target.configuration.migration;
  const { result } = await runOnCommit(
    'link',
    { ...target, commits: { head, base: head } },
    (common) => ({
      ...{ ...common, task: 'link', head, project, crate, functions: [...functions] },
    }),
    { signal },
    deps,
  );
  return result;
}
