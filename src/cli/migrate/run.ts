import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type MigrateProjectOptions, migrateProject } from '../../entry/migrate/migrate-project.ts';
import { projectStatus } from '../../entry/migrate/migration-status.ts';
import { migrationSummary } from '../../entry/migrate/migration-summary.ts';
import { openUnitCache } from '../../entry/migrate/open-unit-cache.ts';
import type { TelemetryOptions } from '../../entry/telemetry/run-telemetry.ts';
import { UsageError } from '../../errors.ts';
import type { MigrationDeps } from '../../migration/pipeline/migration-run.ts';
import { isStaleOutcome } from '../../migration/pipeline/step-outcome.ts';
import { unmetBeforeOptimize } from '../../migration/status/phase-gates.ts';
import { plural } from '../../migration/status/wording.ts';
import { stepName } from '../../migration/steps/step.ts';
import { repairLimits } from '../../migration/transpile/run-step.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { printNote, printWarning } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';
import { runOptimize } from './optimize.ts';
import { migrationText } from './run-text.ts';
import { withTelemetry } from './with-telemetry.ts';

export interface MigrateRunOptions
  extends Omit<MigrateProjectOptions, 'repairs'>,
    TelemetryOptions {
  /** Asks at the terminal before a step is recorded. */
  readonly interactive: boolean;
  /** See `repairLimits`. */
  readonly maxRetries?: number | undefined;
}

/**
 * Migrates a project as the options say, and prints what became of each function.
 * @returns the exit status
 */
export async function runMigration(options: MigrateRunOptions): Promise<number> {
  const { interactive, maxRetries, logFile, metricsFile, ...rest } = options;
  if (interactive && process.stdin.isTTY !== true) {
    throw new UsageError('--interactive needs a terminal to ask at');
  }
  const result = await withTelemetry({ logFile, metricsFile }, migrationSummary, (observer) =>
    withInterrupt('interrupted; the next run goes on from here', (signal) =>
      migrateProject(
        { ...rest, repairs: repairLimits(maxRetries) },
        {
          ...{ env: process.env, signal, onProgress: printNote, onWarning: printWarning, observer },
          memory: { kind: 'person' },
          ...(interactive ? { confirm } : {}),
          units: openUnitCache(scanRootOf(rest.path).root),
        },
      ),
    ),
  );
  const text = migrationText(result.outcomes, options.dryRun ? [] : options.only);
  process.stdout.write(`${text.split('\n').map(oneLine).join('\n')}\n`);
  for (const line of result.costs.lines(false)) printNote(line);
  if (result.unwritten !== undefined && result.unwritten.length > 0) {
    printNote(`signatures without a body yet: ${result.unwritten.join(', ')}`);
  }
  const hasStale = result.outcomes.some(isStaleOutcome);
  if (result.notRun === '--dry-run' || options.until === 'scan') return hasStale ? 1 : 0;
  if (result.notRun !== undefined) {
    printNote(`nothing was migrated: ${result.notRun}; the scan and the order above need no model`);
    return 3;
  }
  if (result.stopped !== undefined) {
    printNote(`stopped: ${result.stopped}; the next run goes on from here`);
    return 3;
  }
  if (result.paused !== undefined) return pausedBy(result.paused);
  if (hasStale || result.outcomes.some(({ kind }) => kind === 'blocked' || kind === 'skipped'))
    return 1;
  if (options.until !== 'optimize') return 0;
  const failing = unmetBeforeOptimize((await projectStatus(options.path)).state.phases);
  if (failing.length > 0 && options.gates === 'pause') return pausedBy(failing);
  for (const gate of failing) printWarning(`a gate fails: ${gate}`);
  const optimized = await optimizeMigrated(options);
  return Math.max(optimized, await compareOptimized(options));
}

/** Says why the next phase does not start. @returns the exit status */
function pausedBy(reasons: readonly string[]): number {
  for (const reason of reasons) printNote(`paused: ${reason}`);
  printNote('nothing more was begun; --ignore-gates goes on all the same');
  return 4;
}

/** The last stage, once nothing is held up. */
function optimizeMigrated({ path, crate, models, logFile }: MigrateRunOptions): Promise<number> {
  const all = { include: [], exclude: [], maxFiles: 1000, maxChecks: 200, dryRun: false };
  // The metrics that are written are those of the migration.
  return runOptimize({ crate: join(scanRootOf(path).root, crate), models, ...all }, { logFile });
}

/** Compares anew what the last stage has changed: its tests have passed, and no more. @returns the exit status */
async function compareOptimized(options: MigrateRunOptions): Promise<number> {
  const { functions } = (await projectStatus(options.path)).state;
  if (functions.every(({ state }) => state !== 'stale')) return 0;
  const { gates: _, ...rest } = options;
  return await runMigration({
    ...{ ...rest, metricsFile: undefined, interactive: false, reset: false, libraries: false },
    ...{ only: [], maxFunctions: 0, until: 'transpile' },
  });
}

const confirm: NonNullable<MigrationDeps['confirm']> = async (step, result) => {
  const { rust_lines, seconds } = result.metrics;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const what = `${stepName(step)}: ${plural(rust_lines, 'line')} of Rust, ${seconds} s`;
  const answer = await terminal.question(oneLine(`record ${what}? [Y/n] `));
  terminal.close();
  return !/^\s*n/i.test(answer);
};
