import type { DigestOf } from './candidates/settled-code.ts';
import type { Report } from './report/report.ts';

/** A report with what decisions about its candidates are bound to. */
export function withDigests(report: Report, digestOf: DigestOf): Report {
  const candidates = report.candidates.map((candidate) => {
    // What is gone is nowhere in this tree.
    const digest = candidate.baseline === 'absent' ? undefined : digestOf(candidate);
    return digest === undefined ? candidate : { ...candidate, digest };
  });
  return { ...report, candidates };
}
