import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import type { Report, ReportedCandidate } from '../../report/report.ts';
import { sarifRun } from './run.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** What GitHub code scanning takes in one file. A larger file is rejected as a whole. */
interface UploadLimits {
  /** GitHub shows this many results of a run, the worst, and refuses 25,000. */
  readonly results: number;
  /** After gzip, in bytes. */
  readonly bytes: number;
}

/** Some room is left below GitHub's 10 MB, for an uploader whose gzip packs less tightly. */
const GITHUB_LIMITS: UploadLimits = { results: 5_000, bytes: 9_000_000 };

/** The whole report as one SARIF 2.1.0 file with one run, whatever its size. */
export function toSarif(report: Report): string {
  return sarifFile(report, report.candidates, 1);
}

/**
 * The report as SARIF files that GitHub accepts one by one: each has one run with a category of
 * its own. The worst candidates are in the first file; within a file they keep the report's
 * order. A report within the limits gives the one file of `toSarif`.
 */
export function toSarifFiles(report: Report, limits: UploadLimits = GITHUB_LIMITS): string[] {
  const whole = toSarif(report);
  if (report.candidates.length <= limits.results && fits(whole, limits)) return [whole];
  const ranked = report.candidates.toSorted((a, b) => b.score - a.score || a.gid - b.gid);
  const order = new Map(report.candidates.map((candidate, index) => [candidate, index]));
  const inOrder = (part: readonly ReportedCandidate[]) =>
    part.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const files: string[] = [];
  let from = 0;
  let size = limits.results;
  while (from < ranked.length) {
    const part = inOrder(ranked.slice(from, from + size));
    const file = sarifFile(report, part, files.length + 1);
    // One candidate alone cannot be split any further.
    if (part.length === 1 || fits(file, limits)) {
      files.push(file);
      from += part.length;
    } else {
      size = Math.ceil(part.length / 2);
    }
  }
  return files;
}

function fits(file: string, limits: UploadLimits): boolean {
  return gzipSync(file).length <= limits.bytes;
}

function sarifFile(report: Report, candidates: readonly ReportedCandidate[], part: number): string {
  const log: Log = {
    version: '2.1.0',
    $schema: SCHEMA,
    runs: [sarifRun(report, candidates, part)],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
