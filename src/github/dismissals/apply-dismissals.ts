import { namesRule } from '../../rules/former-ids.ts';
import type { FailOn } from '../../security/report/fail-on.ts';
import { isOpen } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';
import { summarise } from '../../security/report/summary.ts';
import { reportVerdictOf } from '../../security/report/verdict.ts';
import { measureAgain } from '../../security/selection/measure-gate.ts';
import { type Dismissal, decisionOn } from './dismissal.ts';

/**
 * A report with what was decided since: settled findings are suppressed, and the verdict and the
 * counts are what they are without them. What was not examined stays so.
 * @param records the decisions, the newest last
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
  const record = decisionOn(candidate, records);
  if (record === undefined || record.state === 'open' || candidate.suppression !== undefined) {
    return candidate;
  }
  return { ...candidate, suppression: { kind: 'external', reason: record.reason } };
}

/** A sentence for each open finding that was settled when its code was different. */
export function outdatedDecisions({ candidates }: Report, records: readonly Dismissal[]): string[] {
  return candidates.filter(isOpen).flatMap((candidate) => {
    if (decisionOn(candidate, records) !== undefined) return [];
    const { pattern, file, function: name, evidence } = candidate;
    const record = records.findLast(
      (one) =>
        namesRule(one.rule, pattern) &&
        one.file === file &&
        one.function === name &&
        one.code === evidence,
    );
    if (record === undefined || record.state === 'open') return [];
    return [
      `What is at ${file}:${candidate.line} was settled as ${record.key}, and is open again: the code that was decided on has changed.`,
    ];
  });
}
