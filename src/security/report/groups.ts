import { REVIEW_BELOW } from '../candidate.ts';
import type { Report, ReportedCandidate, RuleInfo } from './report.ts';

/** The candidates of a report as a reader wants them: each in one group, the worst first. */
export interface Groups {
  /** Alarms. */
  readonly findings: readonly ReportedCandidate[];
  /** Places to look at: the confidence is too low for an alarm. */
  readonly toReview: readonly ReportedCandidate[];
  readonly suppressed: readonly ReportedCandidate[];
  /** In the baseline, and no longer found. */
  readonly absent: readonly ReportedCandidate[];
}

/** Neither suppressed nor gone: what a person still has to deal with. */
export function isOpen(candidate: ReportedCandidate): boolean {
  return candidate.suppression === undefined && candidate.baseline !== 'absent';
}

export function isToReview(candidate: ReportedCandidate): boolean {
  return candidate.confidence < REVIEW_BELOW;
}

export function groupCandidates(candidates: readonly ReportedCandidate[]): Groups {
  const worstFirst = candidates.toSorted((a, b) => b.score - a.score || a.gid - b.gid);
  const open = worstFirst.filter(isOpen);
  const closed = worstFirst.filter((candidate) => !isOpen(candidate));
  return {
    findings: open.filter((candidate) => !isToReview(candidate)),
    toReview: open.filter(isToReview),
    suppressed: closed.filter((candidate) => candidate.baseline !== 'absent'),
    absent: closed.filter((candidate) => candidate.baseline === 'absent'),
  };
}

/**
 * The report's rules, then one made up for each pattern that no rule describes, as another
 * scanner's alarms have. Every candidate's pattern is in the result.
 */
export function describedRules(report: Report): readonly RuleInfo[] {
  const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
  for (const candidate of report.candidates) {
    if (rules.has(candidate.pattern)) continue;
    rules.set(candidate.pattern, {
      id: candidate.pattern,
      title: candidate.pattern,
      category: candidate.category,
      cwe: candidate.cwe,
      severity: candidate.severity,
      precision: 'low',
      help: '',
    });
  }
  return [...rules.values()];
}
