import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RecallOptions, recallFindings } from '../../entry/review/recall-findings.ts';
import { UsageError } from '../../errors.ts';
import { loadReportedCandidates } from '../../security/baseline/load-report.ts';
import { findCandidate } from '../../security/candidates/find-candidate.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { printEntry, withEntry } from '../../security/selection/suppression-edit.ts';
import {
  loadSuppressionFile,
  SUPPRESSION_FILE,
  type SuppressionEntry,
  suppressionEntry,
} from '../../security/selection/suppression-file.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { findSettings } from '../options/repository-settings.ts';
import { printNote } from '../output/print-note.ts';
import { progressBar } from '../output/progress-bar.ts';
import { homeOf } from './find-named-files.ts';

export interface SuppressOptions extends RecallOptions {
  readonly reason: string;
  readonly until?: string | undefined;
  /** The JSON report to take the finding from, instead of the tree. */
  readonly report?: string | undefined;
  readonly dryRun: boolean;
}

/**
 * Settles one finding in the suppression file of a tree.
 * @returns what was done, for a person
 * @throws UsageError when there is no such finding, no reason, or the file cannot be read or written
 */
export async function suppress(
  id: string,
  path: string,
  options: SuppressOptions,
): Promise<string> {
  const reason = options.reason.trim();
  if (reason === '') throw new UsageError('--reason is empty; say why, for who reads it later');
  const root = homeOf(path, options.report === undefined ? id : '');
  // What is wrong with the file comes before the work.
  loadSuppressionFile(root);
  const candidate = await find(id, root, options);
  if (candidate.suppression !== undefined) {
    throw new UsageError(`${candidate.id} is suppressed already: ${candidate.suppression.reason}`);
  }
  const entry = suppressionEntry(
    { ...candidate, rule: candidate.pattern, code: candidate.evidence, reason },
    options.until,
  );
  const line = `${printEntry(entry)}\n`;
  if (options.dryRun) return line;
  write(root, entry);
  const what = `${candidate.file}:${candidate.line}: ${candidate.pattern} (${candidate.id})`;
  return `${what} is suppressed by a line in ${SUPPRESSION_FILE}, to be committed:\n  ${line}`;
}

async function find(
  id: string,
  path: string,
  options: SuppressOptions,
): Promise<ReportedCandidate> {
  if (options.report !== undefined) {
    return findCandidate(id, loadReportedCandidates(options.report));
  }
  const { notes } = await findSettings(path, options.base);
  const bar = progressBar(process.stderr, false);
  try {
    const { candidates } = await recallFindings(
      path,
      { ...options, notes: notes?.text },
      {
        pick: (all) => [findCandidate(id, all)],
        ...{ onProgress: bar.update, onWarning: printNote },
      },
    );
    return findCandidate(id, candidates);
  } finally {
    bar.clear();
  }
}

function write(root: string, entry: SuppressionEntry): void {
  const place = join(root, SUPPRESSION_FILE);
  const source = existsSync(place)
    ? readSourceText(root, SUPPRESSION_FILE, TEXT_LIMITS)
    : undefined;
  if (source !== undefined && 'skip' in source) {
    throw new UsageError(`${SUPPRESSION_FILE} ${source.skip.reason}`);
  }
  mkdirSync(dirname(place), { recursive: true });
  writeFileAtomically(place, withEntry(source?.text, entry));
}
