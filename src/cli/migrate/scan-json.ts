import type { StaleFunction } from '../../entry/migrate/stale-functions.ts';
import { isToMigrate } from '../../migration/artifacts/program-main.ts';
import type { ScannedProject } from '../../migration/scan/scan-project.ts';
import { jsonText } from '../output/json-text.ts';

interface ScanView extends ScannedProject {
  /** Functions that are not needed, since libraries serve what did. */
  readonly notNeeded: readonly string[];
  /** Migrated functions whose C or Rust has changed since they were compared. */
  readonly stale: readonly StaleFunction[];
}

/** What `rustward migrate scan` says, for programs: snake case, and no path of the machine. */
export function scanJson({ notNeeded, stale, ...scan }: ScanView): string {
  const functions = scan.symbols.filter((symbol) => symbol.category === 'function');
  const byFile = Map.groupBy(scan.symbols, ({ file }) => file);
  return jsonText({
    version: 1,
    complete: scan.problems.length === 0,
    files: [...byFile].map(([file, found]) => {
      const own = found.filter((symbol) => symbol.category === 'function');
      return {
        ...{ file, functions: own.length, types: found.length - own.length },
        calls_through_pointers: own.filter(({ ref }) => ref.unresolved_calls).length,
      };
    }),
    steps: scan.steps.map(({ items }) =>
      items.map(({ name, file, start_line }) => ({ name, file, start_line })),
    ),
    roots: scan.roots.map(({ name, file, start_line }) => ({ name, file, start_line })),
    programs: functions
      .filter((one) => one.name === 'main' && isToMigrate(one))
      .map(({ file }) => file),
    not_needed: notNeeded,
    stale,
    problems: scan.problems.map(({ file, message }) => ({ file, message })),
    refused_flags: scan.refusedFlags,
    not_migrated: scan.leftOut,
  });
}
