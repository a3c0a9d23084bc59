import { performReview, type ReviewResult } from '../../entry/review/perform-review.ts';
import type { TriageRunOptions } from '../../entry/review/review-options.ts';
import { STAGE_LABELS } from '../../entry/review/stage-labels.ts';
import type { Report } from '../../security/report/report.ts';
import { exitStatusOf } from '../../security/report/verdict.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import type { AppliedPatch } from '../../workspace/git/applied-patch.ts';
import type { parseScanOptions } from '../options/scan-options.ts';
import { closingLine, detailLines } from '../output/closing-lines.ts';
import { printReport, writeOutputs } from '../output/outputs.ts';
import { printNote, printWarning } from '../output/print-note.ts';
import { progressBar } from '../output/progress-bar.ts';
import { wantsColour } from '../output/terminal-text.ts';
import { writeReproductions } from '../output/write-reproductions.ts';
import { leftOutByPatterns, nothingThere } from './left-out.ts';

export type ReviewRunOptions = ReturnType<typeof parseScanOptions> & {
  readonly home?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly mayBeEmpty?: boolean;
  readonly outside?: readonly string[] | undefined;
};

/** What makes a review of a scan. */
export interface TriageRequest {
  readonly base: string | undefined;
  /** A change that the tree has, instead of a base. */
  readonly patch?: AppliedPatch | undefined;
  readonly triage: TriageRunOptions & { readonly reproductions?: string | undefined };
}

/**
 * Scans or reviews a path as the options say, and writes what they ask for.
 * @returns the exit status
 */
export async function runReview(
  path: string,
  options: ReviewRunOptions,
  review?: TriageRequest,
): Promise<number> {
  return await tell(await examine(path, options, review), path, options, review);
}

/** Scans or reviews a path as the options say, with a bar that shows how far it is. */
export async function examine(
  path: string,
  options: ReviewRunOptions,
  review?: TriageRequest,
): Promise<ReviewResult> {
  const bar = progressBar(process.stderr, options.quiet);
  try {
    return await performReview(
      { path, options, ...review },
      {
        env: process.env,
        onProgress: (stage, done, total) => bar.update(done, total, STAGE_LABELS[stage]),
      },
    );
  } finally {
    bar.clear();
  }
}

/**
 * Writes what the options ask for.
 * @returns the exit status
 */
export async function tell(
  { report, warnings, settingsWarnings, costs }: ReviewResult,
  path: string,
  options: ReviewRunOptions,
  review?: TriageRequest,
): Promise<number> {
  const note = (line: string) => {
    if (!options.quiet) printNote(line);
  };
  for (const line of options.quiet ? settingsWarnings : warnings) printWarning(line);
  for (const line of costs.lines(options.verbose)) note(line);
  const home = options.home ?? scanRootOf(path).root;
  writeOutputs(report, options.reports, home);
  if (options.output === undefined) {
    process.stdout.write(printReport(report, options.format, { colour: wantsColour(), home }));
  }
  for (const script of writtenReproductions(path, options, review, report)) {
    note(`wrote what shows a finding again: sh ${script} CHECKOUT`);
  }
  for (const { format, file } of options.reports) note(`wrote the ${format} report to ${file}`);
  if (options.format !== 'text' || options.output !== undefined) note(closingLine(report));
  if (report.summary.scanned_files === 0 && report.summary.skipped.length === 0) {
    // Who names no file, and none is meant, asks for what is staged.
    const why =
      options.only?.length === 0
        ? 'no C, C++ or Rust source is staged'
        : nothingThere(await leftOutByPatterns(path, options));
    note(`nothing to ${report.mode}: ${why}`);
  }
  const named = new Set(options.only);
  if (options.verbose || named.size > 0) {
    const leftOut = await leftOutByPatterns(path, options);
    if (options.verbose) for (const line of detailLines(report)) note(line);
    for (const { file, pattern } of leftOut) {
      if (named.has(file))
        note(`warning: ${file} is named, and left out by the pattern ${pattern}`);
      else if (options.verbose) note(`left out by the pattern ${pattern}: ${file}`);
    }
  }
  return exitStatusOf(report.verdict);
}

/** Scripts go where a person says, else where state is kept; nowhere where none is. */
function writtenReproductions(
  path: string,
  { state, stateDir }: ReviewRunOptions,
  review: TriageRequest | undefined,
  report: Report,
): string[] {
  const named = review?.triage.reproductions;
  if (named !== undefined) return writeReproductions(report, { named });
  if (stateDir === undefined && !state) return [];
  return writeReproductions(report, { stateBelow: stateDir ?? scanRootOf(path).root });
}
