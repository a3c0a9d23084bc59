import { CATEGORIES, type Severity } from '../candidates/candidate.ts';
import { isIntroduced, isOpen, isRankedLower } from './groups.ts';
import type { ReportedCandidate, SkippedFile, Summary } from './report.ts';
import { countTriageResults } from './triage-view.ts';

const TOP_FILES = 10;

/** What a scan went through. */
export interface ScanTotals {
  readonly files: number;
  readonly lines: number;
  /** The folder, as the user named it. */
  readonly root: string;
  readonly skipped: readonly SkippedFile[];
  /** Candidates that are left out as less sure than was asked for; none when missing. */
  readonly lessSure?: number | undefined;
}

/**
 * Counts the open candidates that are introduced: neither suppressed nor in the baseline. Categories
 * and languages come in a fixed order, skipped files by name, so that the same input gives
 * the same bytes whatever the order in which workers finished.
 */
export function summarise(candidates: readonly ReportedCandidate[], scanned: ScanTotals): Summary {
  const open = candidates.filter((one) => isOpen(one) && isIntroduced(one));
  const rankedLower = open.filter(isRankedLower).length;
  const examinations = countTriageResults(candidates);
  return {
    total: open.length,
    by_language: countInOrder(
      ['c', 'cpp', 'rust'],
      open.map((candidate) => candidate.language),
    ),
    by_category: countInOrder(
      CATEGORIES,
      open.map((candidate) => candidate.category),
    ),
    by_severity: bySeverity(open),
    ...(examinations === undefined ? {} : { by_examination: examinations }),
    top_risk_files: topRiskFiles(open),
    scanned_files: scanned.files,
    scanned_lines: scanned.lines,
    scanned_root: scanned.root,
    ...(scanned.lessSure ? { less_sure: scanned.lessSure } : {}),
    ...(rankedLower === 0 ? {} : { ranked_lower: rankedLower }),
    skipped: scanned.skipped.toSorted(
      (a, b) => compareText(a.file, b.file) || compareText(a.reason, b.reason),
    ),
  };
}

/** How often each name occurs, in the order given; names that do not occur are left out. */
function countInOrder(order: readonly string[], names: readonly string[]): Record<string, number> {
  const counts = new Map(order.map((name) => [name, 0]));
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

function bySeverity(candidates: readonly ReportedCandidate[]): Record<Severity, number> {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const candidate of candidates) counts[candidate.severity]++;
  return counts;
}

function topRiskFiles(candidates: readonly ReportedCandidate[]): Summary['top_risk_files'] {
  const files = new Map<string, { hundredths: number; count: number }>();
  for (const { file, score } of candidates) {
    const entry = files.get(file) ?? { hundredths: 0, count: 0 };
    // Whole hundredths, so that the sum does not depend on the order of the candidates.
    entry.hundredths += Math.round(score * 100);
    entry.count++;
    files.set(file, entry);
  }
  return [...files]
    .map(([file, entry]) => ({ file, score: entry.hundredths / 100, count: entry.count }))
    .sort((a, b) => b.score - a.score || compareText(a.file, b.file))
    .slice(0, TOP_FILES);
}

/** By UTF-16 unit, which no locale changes. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
