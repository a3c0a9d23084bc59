import type { FailOn, Gate } from './fail-on.ts';
import { brokenLimits, failsFrom } from './gate.ts';
import { isIntroduced, isOpen, isPossibleFinding } from './groups.ts';
import type { ReportedCandidate, ReportVerdict } from './report.ts';

export interface VerdictOptions {
  readonly failOn: FailOn;
  /** What is limited in number, as it was measured. */
  readonly limits?: Gate['limits'];
  /** Whether something that should have been examined was not. */
  readonly incomplete: boolean;
}

/** The worst that is true: findings before inconclusive before clean. */
export function reportVerdictOf(
  candidates: readonly ReportedCandidate[],
  options: VerdictOptions,
): ReportVerdict {
  if (brokenLimits({ limits: options.limits ?? [] }).length > 0) return 'findings';
  if (candidates.some((candidate) => countsAgainst(candidate, options))) return 'findings';
  return options.incomplete ? 'inconclusive' : 'clean';
}

/** The exit status that tells a verdict to a script. */
export function exitStatusOf(verdict: ReportVerdict): number {
  return { clean: 0, findings: 1, inconclusive: 3 }[verdict];
}

function countsAgainst(candidate: ReportedCandidate, { failOn }: VerdictOptions): boolean {
  return countsAtAll(candidate) && failsFrom(candidate.severity, failOn);
}

/** Whether it is a finding that the run introduces, which alone can fail it. */
export function countsAtAll(candidate: ReportedCandidate): boolean {
  return isOpen(candidate) && isIntroduced(candidate) && !isPossibleFinding(candidate);
}
