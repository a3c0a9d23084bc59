import { OWN_SOURCE } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';
import { isReproduced } from '../candidates/reproduction.ts';
import { MIN_FINDING_CONFIDENCE } from '../candidates/severity.ts';
import { isRefuted } from '../candidates/triage-result.ts';
import type { BaselineState, Report, ReportedCandidate, RuleInfo } from './report.ts';

/** The candidates of a report as a reader wants them: each in one group, what was reproduced first, then the worst. */
export interface CandidateGroups {
  /** Introduced, and confident enough to report as defects. */
  readonly findings: readonly ReportedCandidate[];
  /** Introduced, and below the confidence of a finding, or not settled by triage. */
  readonly possibleFindings: readonly ReportedCandidate[];
  /** Models looked, and say why these are no defects. */
  readonly refuted: readonly ReportedCandidate[];
  readonly suppressed: readonly ReportedCandidate[];
  /** Neither suppressed nor refuted, and in the baseline too. */
  readonly existing: readonly ReportedCandidate[];
  /** In the baseline, and no longer found. */
  readonly absent: readonly ReportedCandidate[];
}

/** Neither suppressed nor gone nor refuted: what a person still has to deal with. */
export function isOpen({ suppression, baseline, examination }: ReportedCandidate): boolean {
  return suppression === undefined && baseline !== 'absent' && !isRefuted(examination);
}

/** A state against the baseline in a word. */
export const BASELINE_LABEL: Readonly<Record<BaselineState, string>> = {
  new: 'new',
  updated: 'updated',
  unchanged: 'existing',
  absent: 'gone',
};

/** Whether the baseline, where there is one, does not have it, or not as a finding. */
export function isIntroduced({ baseline }: Pick<ReportedCandidate, 'baseline'>): boolean {
  return baseline === undefined || baseline === 'new' || baseline === 'updated';
}

/** Whether the confidence is too low for a finding, or models looked and did not settle it. */
export function isPossibleFinding(candidate: ReportedCandidate): boolean {
  return candidate.confidence < MIN_FINDING_CONFIDENCE || isUnsettled(candidate);
}

/** Whether a model's trigger path does not exist in the code, or it called no defect what some caller may reach. */
export function isUnsettled({ examination }: ReportedCandidate): boolean {
  return examination?.kind === 'unproven' || examination?.kind === 'unsettled';
}

/** Whether it may be told to others than who runs the review: of a claim of a model only what survived. */
export function isTold(candidate: ReportedCandidate): boolean {
  return !isClaimedAlone(candidate) || candidate.examination?.kind === 'verified';
}

/** Whether it is a finding whose severity is lower for the size of the tree. */
export function isRankedLower(candidate: ReportedCandidate): boolean {
  return candidate.severity_in_small_tree !== undefined && !isPossibleFinding(candidate);
}

/** Who reports a candidate, where others than we do; undefined for one that is ours alone. */
export function foundBy({ sources }: ReportedCandidate): string | undefined {
  return sources.every((source) => source === OWN_SOURCE) ? undefined : sources.join(', ');
}

export function groupCandidates(candidates: readonly ReportedCandidate[]): CandidateGroups {
  const shown = ({ reproduction }: ReportedCandidate) => Number(isReproduced(reproduction));
  const worstFirst = candidates.toSorted(
    (a, b) => shown(b) - shown(a) || b.score - a.score || a.gid - b.gid,
  );
  const open = worstFirst.filter((one) => isOpen(one) && isIntroduced(one));
  const closed = worstFirst.filter((candidate) => !isOpen(candidate));
  return {
    findings: open.filter((candidate) => !isPossibleFinding(candidate)),
    possibleFindings: open.filter(isPossibleFinding),
    existing: worstFirst.filter((one) => isOpen(one) && !isIntroduced(one)),
    refuted: closed.filter((one) => one.suppression === undefined && one.baseline !== 'absent'),
    suppressed: closed.filter((one) => one.suppression !== undefined && one.baseline !== 'absent'),
    absent: closed.filter((one) => one.baseline === 'absent'),
  };
}

/**
 * The report's rules, then a placeholder for each pattern that no rule describes, such as that of
 * another scanner's result. Every candidate's pattern is in the result.
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
