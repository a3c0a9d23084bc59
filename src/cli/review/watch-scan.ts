import { resolve } from 'node:path';
import type { ReviewResult } from '../../entry/review/perform-review.ts';
import { IncompleteError, UsageError } from '../../errors.ts';
import { count } from '../../security/report/count.ts';
import { exitStatusOf } from '../../security/report/verdict.ts';
import { GatheredPaths } from '../../workspace/files/gathered-paths.ts';
import { WatchedFolders } from '../../workspace/files/watched-folders.ts';
import type { ScanCommandOptions } from '../options/scan-options.ts';
import { closingLine } from '../output/closing-lines.ts';
import { printReport, writeOutputs } from '../output/outputs.ts';
import { printNote, printProblem, printWarning } from '../output/print-note.ts';
import { oneLine, wantsColour } from '../output/terminal-text.ts';
import { textChanges } from '../output/text-report.ts';
import { waitForSignal } from '../wait-for-signal.ts';
import { STANDARD_INPUT } from './find-named-files.ts';
import type { NamedFiles } from './named-files.ts';
import { examine, type ReviewRunOptions, tell } from './run-review.ts';
import { sinceLast } from './since-last.ts';
import { foldersToWatch, isNoise, isOwnOutput, stateFolderOf } from './watched-tree.ts';

/** @throws UsageError for what does not change by itself, and for what is no text that goes on */
export function checkWatchable(
  paths: readonly string[],
  options: Pick<ScanCommandOptions, 'format' | 'output'> & { readonly staged: boolean },
): void {
  if (options.staged) throw new UsageError('--staged and --watch do not fit');
  if (paths.includes(STANDARD_INPUT)) throw new UsageError('the standard input cannot be watched');
  const goesOn = options.format === 'text' || options.format === 'gcc';
  if (!goesOn && options.output === undefined)
    throw new UsageError(
      `--watch prints text, or lines by --format gcc; ${options.format} goes to a file, by --report ${options.format}=FILE`,
    );
}

/**
 * Scans what is named, then again whenever a file of it changes, and prints what has come and gone, until a signal
 * ends it. What is settled is read anew each time, and what is unchanged comes from the cache.
 * @returns the exit status of the last scan
 */
export async function watchScan(
  find: () => NamedFiles,
  settled: (named: NamedFiles) => Promise<ReviewRunOptions>,
): Promise<number> {
  /** What a scan writes itself. */
  let own = new Set<string>();
  const changes = new GatheredPaths(
    (path) => !isNoise(path) && !own.has(path) && !isOwnOutput(path),
  );
  const watched = new WatchedFolders((path) => changes.add(path));
  let options: ReviewRunOptions | undefined;
  const scanned = async () => {
    const named = find();
    // Also where what is settled is wrong: a change there will make it right.
    if (options !== undefined) watched.watch(foldersToWatch(named, options));
    options = await settled(named);
    own = new Set(options.reports.map(({ file }) => resolve(file)));
    if (options.state) own.add(stateFolderOf(named));
    // Before the scan, so that what changes while it runs is heard.
    watched.watch(foldersToWatch(named, options));
    const result = await examine(named.path, options);
    return { named, options, result };
  };
  try {
    const first = await scanned();
    let last = first.result;
    let status = await tell(last, first.named.path, first.options);
    const { quiet } = first.options;
    const note = (line: string) => {
      if (!quiet) printNote(line);
    };
    // The first scan may have made the folder of the state, with what is settled in it.
    const folders = foldersToWatch(first.named, first.options);
    watched.watch(folders);
    note(`watching ${count(folders.length, 'folder')}; Ctrl-C ends`);
    const stopped = waitForSignal();
    for (;;) {
      const paths = await Promise.race([changes.next(), stopped]);
      if (paths === undefined) return status;
      const again = await Promise.race([attempt(scanned), stopped]);
      // The threads of a scan would keep the process for as long as it takes.
      if (again === undefined) process.exit(status);
      if ('problem' in again) {
        status = again.problem instanceof UsageError ? 2 : 3;
        // Also where --quiet wants no notes: it decides the exit status.
        printProblem(again.problem);
        continue;
      }
      status = exitStatusOf(again.result.report.verdict);
      sayChanges(paths, { last, next: again.result, options: again.options }, note);
      last = again.result;
    }
  } finally {
    watched.close();
  }
}

/** What a person can correct while the watch goes on is no reason to end it. */
async function attempt<Result>(
  run: () => Promise<Result>,
): Promise<Result | { readonly problem: Error }> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof UsageError || thrown instanceof IncompleteError)
      return { problem: thrown };
    throw thrown;
  }
}

interface TwoScans {
  readonly last: ReviewResult;
  readonly next: ReviewResult;
  readonly options: ReviewRunOptions;
}

/** New ones as the format has them, and what is no finding any more. */
function sayChanges(
  paths: readonly string[],
  { last, next, options }: TwoScans,
  note: (line: string) => void,
): void {
  const { report } = next;
  writeOutputs(report, options.reports, options.home);
  const { come, gone, skipped } = sinceLast(last.report, report);
  const warnings = options.quiet ? next.settingsWarnings : next.warnings;
  for (const line of warnings) if (!last.warnings.includes(line)) printWarning(line);
  for (const { file, reason } of skipped) note(`${oneLine(file)} ${oneLine(reason)}`);
  const [first = '', ...more] = paths;
  const what = `${oneLine(first)}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  note(`${what} changed: ${come.length} new, ${gone.length} gone; ${closingLine(report)}`);
  if (options.output !== undefined || come.length + gone.length === 0) return;
  const text =
    options.format === 'gcc'
      ? printReport({ ...report, candidates: come }, 'gcc', { home: options.home })
      : `${textChanges({ come, gone }, wantsColour())}\n`;
  process.stdout.write(text);
}
