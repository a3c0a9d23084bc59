import { type OptimizeCrateOptions, optimizeCrate } from '../../entry/migrate/optimize-crate.ts';
import type { OptimizeReport } from '../../migration/optimize/optimize-report.ts';
import { printNote } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { withInterrupt } from './with-interrupt.ts';

/**
 * Makes a crate better and prints what was done.
 * @returns the exit status: 1 when a gate failed
 */
export async function runOptimize(options: OptimizeCrateOptions): Promise<number> {
  const { report, written } = await withInterrupt('interrupted; what was kept stays', (signal) =>
    optimizeCrate(options, { env: process.env, signal, onProgress: printNote }),
  );
  for (const line of linesOf(report, options.dryRun)) process.stdout.write(`${oneLine(line)}\n`);
  if (written !== undefined) printNote(`wrote ${written}`);
  return report.gates.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
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
    `${report.clippy_fixed} suggestions of clippy followed, ${report.unsafe_removed} unsafe removed, ` +
      `${report.visibility_downgraded} items hidden, ${report.unsafe_annotated} reasons and ${report.docs_added} ` +
      `descriptions written, ${report.cargo_checks} checks`,
  ];
}
