import { posix } from 'node:path';
import { lowestBudgets } from '../../src/github/configuration/budgets.ts';
import type { Configuration } from '../../src/github/configuration/configuration.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { workspacePath, wrongPath } from '../inputs/workspace-path.ts';

/** What counts in a run of mode migrate: inputs go before the configuration, but for budgets. */
export interface MigrationSettings {
  /** The folder of the C project, relative to the workspace; `.` for all of it. */
  readonly project: string;
  /** The folder of the crate, relative to the project's. */
  readonly crate: string;
  /** For the whole run. */
  readonly budgets: Configuration['budgets'];
  /** The most pull requests of the migration that are open at once. */
  readonly maxOpen: number;
}

/** @throws UsageError for a path that is no folder of the workspace */
export function migrationSettings(
  { path, migration, budgets }: Inputs,
  configuration: Configuration,
  workspace: string,
): MigrationSettings {
  const project = posix.normalize(path === '.' ? configuration.migration.project : path);
  const { below, entry } = workspacePath('path', project, workspace);
  if (!entry.isDirectory()) throw wrongPath('path', path, 'mode migrate needs a folder');
  return {
    project: below === '' ? '.' : below,
    crate: migration.crate ?? configuration.migration.crate,
    budgets: lowestBudgets(budgets, configuration.budgets),
    maxOpen: configuration.migration.max_open,
  };
}
