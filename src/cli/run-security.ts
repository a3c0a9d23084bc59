import { runSecurity, type SecurityRequest } from '../security/pipeline.ts';
import { rejectionOf } from '../security/report/examined.ts';
import type { Report } from '../security/report/report.ts';
import { exitStatusOf } from '../security/verdict.ts';
import type { Observer } from '../telemetry/observer.ts';
import type { ExamineCommandOptions } from './examine-options.ts';
import type { Examiner } from './open-examiner.ts';
import { openScan } from './open-scan.ts';
import { printReport, writeOutputs } from './outputs.ts';
import { type ProgressBar, progressBar } from './progress-bar.ts';
import type { Telemetry } from './review-telemetry.ts';
import type { ExaminerDeps } from './run-examination.ts';
import type { readScanOptions } from './scan-options.ts';
import { oneLine, wantsColour } from './terminal-text.ts';
import { scanOptions } from './tree-options.ts';
import { readVersion } from './version.ts';

type Options = ReturnType<typeof readScanOptions>;

/** What makes a review of a scan. */
export interface ReviewOptions {
  readonly base: string | undefined;
  readonly examine: ExamineCommandOptions;
}

/**
 * Scans or reviews a path as the options say, and writes what they ask for.
 * @returns the exit status
 */
export async function runFromOptions(
  path: string,
  options: Options,
  review?: ReviewOptions,
): Promise<number> {
  const bar = progressBar(process.stderr, options.quiet);
  const note = (line: string) => {
    if (!options.quiet) process.stderr.write(`rustward: ${oneLine(line)}\n`);
  };
  const warnings: string[] = [];
  const { deps, store } = await openScan(path, options);
  const { grammars } = deps;
  const onWarning = (line: string) => warnings.push(line);
  const telemetry = review && (await telemetryOf(review.examine, onWarning));
  const watched = { bar, observer: telemetry?.observer };
  const examiner =
    review && (await examinerOf(review.examine, options, { grammars, store, onWarning, watched }));
  let report: Report | undefined;
  try {
    report = await runSecurity(requestOf(path, options, review), {
      ...deps,
      onProgress: bar.update,
      onWarning,
      examine: examiner?.examine,
      whyNoModel: examiner?.whyNoModel,
    });
  } finally {
    bar.clear();
    await telemetry?.end(report);
  }
  store?.sweep();
  for (const line of warnings) note(`warning: ${line}`);
  for (const line of examiner?.costs(options.verbose) ?? []) note(line);
  writeOutputs(report, options.reports);
  if (options.output === undefined) {
    process.stdout.write(printReport(report, options.format, wantsColour()));
  }
  for (const { format, file } of options.reports) note(`wrote the ${format} report to ${file}`);
  if (options.format !== 'text' || options.output !== undefined) note(closingLine(report));
  if (report.summary.scanned_files === 0 && report.summary.skipped.length === 0) {
    note(`nothing to ${report.mode}: ${path} holds no C, C++ or Rust source file`);
  }
  if (options.verbose) for (const line of details(report)) note(line);
  return exitStatusOf(report.verdict);
}

/** Loaded when it is needed, since a scan starts in half the time without what it needs. */
async function examinerOf(
  examine: ExamineCommandOptions,
  { state, stateDir }: Options,
  {
    watched,
    ...deps
  }: Pick<ExaminerDeps, 'grammars' | 'store' | 'onWarning'> & {
    readonly watched: { readonly bar: ProgressBar; readonly observer: Observer | undefined };
  },
): Promise<Examiner> {
  const { openExaminer } = await import('./open-examiner.ts');
  return openExaminer(examine, {
    ...deps,
    env: process.env,
    stateFolder: ({ root, single }) => stateDir ?? (state && !single ? root : undefined),
    observer: watched.observer,
    onProgress: (stage, done, total) => {
      watched.bar.update(done, total, COUNTED[stage]);
      watched.observer?.stage(stage, done, total);
    },
  });
}

/** Loaded when it is needed, too. */
async function telemetryOf(
  { logFile, metricsFile }: ExamineCommandOptions,
  onWarning: (line: string) => void,
): Promise<Telemetry> {
  const { openTelemetry } = await import('./review-telemetry.ts');
  // A variable that is empty counts as missing.
  const files = { logFile: logFile || undefined, metricsFile: metricsFile || undefined };
  return await openTelemetry(files, onWarning);
}

const COUNTED = {
  cluster: 'batches grouped',
  review: 'batches of reasons reviewed',
  analyze: 'groups analysed',
};

function requestOf(
  path: string,
  options: Options,
  review: ReviewOptions | undefined,
): SecurityRequest {
  const { baseline, stateDir } = options;
  const { base } = review ?? {};
  return {
    mode: review === undefined ? 'scan' : 'review',
    scan: scanOptions(path, options),
    ...(base === undefined ? {} : { base }),
    ...(baseline === undefined ? {} : { baseline }),
    imports: options.importSarif,
    onlyNew: options.onlyNew,
    minConfidence: options.minConfidence,
    failOn: options.failOn,
    state: stateDir === undefined ? (options.state ? 'root' : 'none') : { folder: stateDir },
    version: readVersion(),
  };
}

function closingLine({ verdict, summary, candidates }: Report): string {
  const { total, scanned_files, skipped } = summary;
  const refuted = candidates.filter((candidate) => rejectionOf(candidate) !== undefined).length;
  const left = [
    ...(refuted === 0 ? [] : [`, ${refuted} refuted by models`]),
    ...(skipped.length === 0 ? [] : [`, ${skipped.length} skipped`]),
  ].join('');
  return `${verdict}: ${total} candidates in ${scanned_files} files${left}`;
}

function details(report: Report): string[] {
  return [
    ...report.summary.skipped.map(({ file, reason }) => `skipped ${file}: ${reason}`),
    ...report.candidates.flatMap((candidate) => {
      const { file, line, pattern, suppression } = candidate;
      const at = `${pattern} at ${file}:${line}`;
      const rejection = rejectionOf(candidate);
      return [
        ...(suppression === undefined ? [] : [`suppressed ${at}: ${suppression.reason}`]),
        ...(rejection === undefined
          ? []
          : [`refuted by ${rejection.by}: ${at}: ${rejection.reason}`]),
      ];
    }),
  ];
}
