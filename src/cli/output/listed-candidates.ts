import { count } from '../../security/report/count.ts';
import { isOpen, isPossibleFinding } from '../../security/report/groups.ts';
import type { Report, ReportedCandidate } from '../../security/report/report.ts';

/** More places to look at of one rule are counted in a terminal, not listed: a hundred of them hide a finding. */
const MAX_PLACES_OF_RULE = 10;

/** What a report for a person at a terminal lists of the open candidates, and what it says of the others. */
export interface ListedCandidates {
  readonly listed: readonly ReportedCandidate[];
  /** Undefined where all are listed. */
  readonly rest: string | undefined;
}

/** All findings, and of the places to look at that no model has examined the first of each rule. */
export function listedCandidates({ candidates }: Report): ListedCandidates {
  const seen = new Map<string, number>();
  const listed = candidates.filter(isOpen).filter((candidate) => {
    if (!isPossibleFinding(candidate) || candidate.examination !== undefined) return true;
    const number = (seen.get(candidate.pattern) ?? 0) + 1;
    seen.set(candidate.pattern, number);
    return number <= MAX_PLACES_OF_RULE;
  });
  const left = [...seen]
    .map(([rule, number]) => ({ rule, number: number - MAX_PLACES_OF_RULE }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => b.number - a.number || (a.rule < b.rule ? -1 : 1));
  const total = left.reduce((sum, { number }) => sum + number, 0);
  const rules = left.map(({ rule, number }) => `${rule} (${number})`).join(', ');
  return {
    listed,
    rest:
      total === 0
        ? undefined
        : `${count(total, 'more place', 'more places')} to look at: ${rules}; the other formats list all.`,
  };
}
