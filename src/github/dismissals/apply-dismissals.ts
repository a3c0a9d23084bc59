import type { FailOn } from '../../security/report/fail-on.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { summarise } from '../../security/report/summary.ts';
import { reportVerdictOf } from '../../security/report/verdict.ts';
import { measureAgain } from '../../security/selection/measure-gate.ts';
import { appliesTo, type Dismissal } from './dismissal.ts';

/**
 * A report with what was decided since: settled findings are suppressed, and the verdict and the
 * counts are what they are without them. What was not examined stays so.
 * @param records the newest decision on each finding
 */
export function withDismissals(
  report: Report,
  records: readonly Dismissal[],
  failOn: FailOn,
): Report {
  const candidates = report.candidates.map((candidate) => withDismissal(candidate, records));
  const { scanned_files, scanned_lines, scanned_root, skipped, less_sure } = report.summary;
  const scanned = {
    ...{ files: scanned_files, lines: scanned_lines, root: scanned_root, skipped },
    lessSure: less_sure,
  };
  const gate = report.gate && measureAgain(report.gate, candidates);
  const limits = gate?.limits ?? [];
  const incomplete = report.incomplete === true || report.verdict === 'inconclusive';
  return {
    ...report,
    candidates,
    summary: summarise(candidates, scanned),
    verdict: reportVerdictOf(candidates, { failOn, limits, incomplete }),
    ...(gate === undefined ? {} : { gate }),
  };
}

function withDismissal(
  candidate: ReportedCandidate,
  records: readonly Dismissal[],
): ReportedCandidate {
  const record = records.find((one) => appliesTo(one, candidate));
  if (record === undefined || record.state === 'open' || candidate.suppression !== undefined) {
    return candidate;
  }
  return { ...candidate, suppression: { kind: 'external', reason: record.reason } };
}
