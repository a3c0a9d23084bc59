import { migrateProject } from '../../entry/migrate/migrate-project.ts';
import { migrationSummary } from '../../entry/migrate/migration-summary.ts';
import { openUnitCache } from '../../entry/migrate/open-unit-cache.ts';
import type { TelemetryOptions } from '../../entry/telemetry/run-telemetry.ts';
import { type LibraryRecord, loadLibraryRecords } from '../../migration/replace/library-record.ts';
import { repairLimits } from '../../migration/transpile/run-step.ts';
import type { OpenModelFlags } from '../../model/open-model.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { printNote, printWarning } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';
import { withTelemetry } from './with-telemetry.ts';

/**
 * Looks for libraries that can serve the C of a project, and prints what was decided.
 * @returns the exit status
 */
export async function runReplace(
  path: string,
  models: OpenModelFlags,
  watched: TelemetryOptions,
): Promise<number> {
  const { costs, notRun, stopped } = await withTelemetry(watched, migrationSummary, (observer) =>
    withInterrupt('interrupted; the next run goes on from here', (signal) =>
      migrateProject(
        {
          ...{ path, models, crate: 'rust', only: [], maxFunctions: 0, maxRestarts: 0 },
          ...{ repairs: repairLimits(undefined), reset: false, dryRun: false, until: 'replace' },
        },
        {
          ...{ env: process.env, signal, onProgress: printNote, onWarning: printWarning, observer },
          units: openUnitCache(scanRootOf(path).root),
        },
      ),
    ),
  );
  for (const line of libraryLines(loadLibraryRecords(scanRootOf(path).root)))
    process.stdout.write(`${oneLine(line)}\n`);
  for (const line of costs.lines(false)) printNote(line);
  if (notRun !== undefined) printNote(`nothing is replaced by a library: ${notRun}`);
  if (stopped !== undefined) printNote(`stopped: ${stopped}; the next run goes on from here`);
  return notRun === undefined && stopped === undefined ? 0 : 3;
}

/** What was decided on each function, one line each, and a line that counts. */
function libraryLines(records: readonly LibraryRecord[]): string[] {
  const lines = records.map(({ name, accepted, reason, crates, answer }) => {
    if (!accepted) return `${name}  kept: ${reason.slice(0, 200)}`;
    const versions = crates.map((one) => `${one.name} ${one.version}`).join(', ');
    return `${name}  served by ${versions || answer.library}: ${answer.apis.join(', ')}`;
  });
  const served = records.filter(({ accepted }) => accepted).length;
  return [...lines, `${served} of ${records.length} judged functions are served by a library`];
}
