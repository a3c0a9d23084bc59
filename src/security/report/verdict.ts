import { SEVERITIES } from '../candidates/candidate.ts';
import type { FailOn } from './fail-on.ts';
import { isIntroduced, isOpen, isPossibleFinding } from './groups.ts';
import type { ReportedCandidate, ReportVerdict } from './report.ts';

export interface VerdictOptions {
  readonly failOn: FailOn;
  /** Whether something that should have been examined was not. */
  readonly incomplete: boolean;
}

/** The worst that is true: findings before inconclusive before clean. */
export function reportVerdictOf(
  candidates: readonly ReportedCandidate[],
  options: VerdictOptions,
): ReportVerdict {
  if (candidates.some((candidate) => countsAgainst(candidate, options))) return 'findings';
  return options.incomplete ? 'inconclusive' : 'clean';
}

/** The exit status that tells a verdict to a script. */
export function exitStatusOf(verdict: ReportVerdict): number {
  return { clean: 0, findings: 1, inconclusive: 3 }[verdict];
}

function countsAgainst(candidate: ReportedCandidate, { failOn }: VerdictOptions): boolean {
  if (failOn === 'none' || !isOpen(candidate) || isPossibleFinding(candidate)) return false;
  if (!isIntroduced(candidate)) return false;
  return SEVERITIES.indexOf(candidate.severity) <= SEVERITIES.indexOf(failOn);
}
