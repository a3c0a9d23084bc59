import { type OptimizeCrateOptions, optimizeCrate } from '../../entry/migrate/optimize-crate.ts';
import { scanCrate } from '../../entry/migrate/scan-for-gate.ts';
import { UsageError } from '../../errors.ts';
import type { OptimizeReport } from '../../migration/optimize/optimize-report.ts';
import { oneLine } from '../output/terminal-text.ts';

/**
 * Makes a crate better and prints what was done.
 * @returns the exit status: 1 when a gate failed
 */
export async function runOptimize(options: OptimizeCrateOptions): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new UsageError('interrupted; what was kept stays'));
  process.once('SIGINT', interrupt);
  try {
    const { report, written } = await optimizeCrate(options, {
      env: process.env,
      signal: stop.signal,
      onProgress: (line) => process.stderr.write(`rustward: ${oneLine(line)}\n`),
      scan: scanCrate,
    });
    for (const line of linesOf(report, options.dryRun)) process.stdout.write(`${oneLine(line)}\n`);
    if (written !== undefined) process.stderr.write(`rustward: wrote ${oneLine(written)}\n`);
    return report.gates.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
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
