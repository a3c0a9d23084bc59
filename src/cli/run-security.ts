import { performReview, type ReviewResult } from '../entry/perform-review.ts';
import type { ExamineOptions } from '../entry/review-options.ts';
import { rejectionOf } from '../security/report/examined.ts';
import type { Report } from '../security/report/report.ts';
import { exitStatusOf } from '../security/verdict.ts';
import { printReport, writeOutputs } from './outputs.ts';
import { progressBar } from './progress-bar.ts';
import type { readScanOptions } from './scan-options.ts';
import { oneLine, wantsColour } from './terminal-text.ts';

type Options = ReturnType<typeof readScanOptions>;

/** What makes a review of a scan. */
export interface ReviewOptions {
  readonly base: string | undefined;
  readonly examine: ExamineOptions;
}

const COUNTED = {
  scan: 'files',
  cluster: 'batches grouped',
  review: 'batches of reasons reviewed',
  analyze: 'groups analysed',
};

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
  let result: ReviewResult;
  try {
    result = await performReview(
      { path, options, ...review },
      {
        env: process.env,
        onProgress: (stage, done, total) => bar.update(done, total, COUNTED[stage]),
      },
    );
  } finally {
    bar.clear();
  }
  const { report, warnings, costs } = result;
  const note = (line: string) => {
    if (!options.quiet) process.stderr.write(`rustward: ${oneLine(line)}\n`);
  };
  for (const line of warnings) note(`warning: ${line}`);
  for (const line of costs.lines(options.verbose)) note(line);
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
