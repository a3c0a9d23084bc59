import {
  type OptimizeCrateOptions,
  type OptimizedCrate,
  optimizeCrate,
} from '../../entry/migrate/optimize-crate.ts';
import type { TelemetryOptions } from '../../entry/telemetry/run-telemetry.ts';
import type { OptimizeReport } from '../../migration/optimize/optimize-report.ts';
import { plural } from '../../migration/status/wording.ts';
import type { RunSummary } from '../../telemetry/run-observer.ts';
import { printNote } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';
import { withTelemetry } from './with-telemetry.ts';

/**
 * Makes a crate better and prints what was done.
 * @returns the exit status: 1 when a gate failed
 */
export async function runOptimize(
  options: OptimizeCrateOptions,
  watched: TelemetryOptions,
): Promise<number> {
  const { report, written, stale } = await withTelemetry(watched, summaryOf, (observer) =>
    withInterrupt('interrupted; what was kept stays', (signal) =>
      optimizeCrate(options, { env: process.env, signal, onProgress: printNote, observer }),
    ),
  );
  for (const line of linesOf(report, options.dryRun)) process.stdout.write(`${oneLine(line)}\n`);
  if (written !== undefined) printNote(`wrote ${written}`);
  if (stale.length > 0) {
    const what = `${plural(stale.length, 'migrated function')} changed since compared with the C`;
    printNote(`${what}: ${stale.join(', ')}; rustward migrate run compares them anew`);
  }
  return isHeldUp(report) ? 1 : 0;
}

function summaryOf(optimized: OptimizedCrate | undefined): RunSummary {
  const functions = new Map<string, number>();
  if (optimized === undefined) return { verdict: 'failed', functions };
  return { verdict: isHeldUp(optimized.report) ? 'blocked' : 'done', functions };
}

function isHeldUp({ gates }: OptimizeReport): boolean {
  return gates.some(({ outcome }) => outcome === 'failed');
}

function linesOf(report: OptimizeReport, isDry: boolean): string[] {
  const { kept, undone, left, errors, gates } = report;
  return [
    ...kept.map(
      ({ what, file, line }) => `${isDry ? 'to try' : 'kept'}    ${file}:${line} ${what}`,
    ),
    ...undone.map(({ what, file, line, because }) => `undone  ${file}:${line} ${what}: ${because}`),
    ...left.unsafe.map(({ file, line, what }) => `left    ${file}:${line} ${what}`),
    ...left.undocumented.map(({ file, line, what }) => `left    ${file}:${line} ${what}`),
    ...errors.map((error) => `error   ${error}`),
    ...gates.map(({ gate, outcome, what }) => `gate    ${gate} ${outcome}: ${what}`),
    `${plural(report.clippy_fixed, 'suggestion')} of clippy followed, ${report.unsafe_removed} unsafe removed, ` +
      `${plural(report.visibility_downgraded, 'item')} hidden, ${plural(report.unsafe_annotated, 'reason')} and ` +
      `${plural(report.docs_added, 'description')} written, ${plural(report.cargo_checks, 'check')}`,
  ];
}
