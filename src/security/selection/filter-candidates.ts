import type { BaselineMatch } from '../baseline/match-baseline.ts';
import { type Candidate, SEVERITIES } from '../candidates/candidate.ts';
import { isIntroduced, isOpen } from '../report/groups.ts';
import type { BaselineState, ReportedCandidate } from '../report/report.ts';
import { onePerCause } from './one-per-cause.ts';
import { findSuppression, type SuppressionSources } from './suppressions.ts';

/** What settles which candidates are reported. */
export interface CandidateFilter {
  /** All that a scan found. */
  readonly candidates: readonly Candidate[];
  /** Whether a candidate lies in the part of the tree that is reported. */
  includes(candidate: Candidate): boolean;
  /** Whether a candidate that the baseline has too concerns the change. */
  concernsChange(candidate: Candidate): boolean;
  readonly suppressions: SuppressionSources;
  /** Their states against a baseline, where there is one. */
  readonly match: BaselineMatch | undefined;
  /** Whether what the baseline has as well, and what is gone since, is reported too. */
  readonly includeExisting: boolean;
  /** What is less sure in a file is not reported. */
  minConfidence(file: string): number;
  /** Whether the whole tree has so little code that what was judged of large ones says little of it. */
  readonly isSmallTree: boolean;
}

export interface FilteredCandidates {
  readonly candidates: readonly ReportedCandidate[];
  /** Open ones that the baseline has as well, reported or not. */
  readonly existing: number;
  /** Those of the baseline that are gone, reported or not. */
  readonly fixed: number;
  /** Open ones that are new, and left out since more confidence was asked for than usual. */
  readonly lessSure: number;
}

/** What is reported unless more is asked for. */
const USUAL_CONFIDENCE = 0.4;

/** The candidates to report: introduced, sure enough, and marked where they are known or suppressed. */
export function filterCandidates(filter: CandidateFilter): FilteredCandidates {
  const { includeExisting } = filter;
  const all = onePerCause(markCandidates(filter));
  const isSureEnough = ({ confidence, file }: Candidate) =>
    confidence >= filter.minConfidence(file);
  const marked = all.filter(isSureEnough);
  const isLessSure = (one: ReportedCandidate) =>
    !isSureEnough(one) && one.confidence >= USUAL_CONFIDENCE && isOpen(one) && isIntroduced(one);
  const isExisting = ({ baseline }: ReportedCandidate) => baseline === 'unchanged';
  return {
    candidates: includeExisting ? marked : marked.filter(isIntroduced),
    existing: marked.filter((candidate) => isExisting(candidate) && isOpen(candidate)).length,
    fixed: marked.filter(({ baseline }) => baseline === 'absent').length,
    lessSure: all.filter(isLessSure).length,
  };
}

/** What the scan found, then what is gone, numbered on so that no number means two things. */
function markCandidates(filter: CandidateFilter): ReportedCandidate[] {
  const { candidates, match, suppressions, isSmallTree } = filter;
  const present = candidates.map((candidate, index): ReportedCandidate => {
    const state = match?.states[index];
    const suppression = findSuppression(candidate, suppressions);
    return {
      ...ratedFor(candidate, state, isSmallTree),
      ...(state === undefined ? {} : { baseline: state }),
      ...(suppression === undefined ? {} : { suppression }),
    };
  });
  const gone = match?.absent.filter((candidate) => filter.includes(candidate)) ?? [];
  return [
    ...present.filter(
      (candidate) =>
        filter.includes(candidate) && (isIntroduced(candidate) || filter.concernsChange(candidate)),
    ),
    ...gone.map((candidate, index): ReportedCandidate => {
      const gid = candidates.length + index + 1;
      return { ...ratedFor(candidate, 'absent', isSmallTree), gid, baseline: 'absent' };
    }),
  ];
}

/** A candidate with how sure it is where it stands (confidence.ts has why that matters). */
function ratedFor(
  candidate: Candidate,
  state: BaselineState | undefined,
  isSmallTree: boolean,
): ReportedCandidate {
  const { in_new_code: inNewCode, ...standing } = candidate;
  const isNew = isSmallTree || state === 'new' || state === 'updated';
  if (isNew) return { ...standing, ...inNewCode };
  const wasMore =
    inNewCode !== undefined &&
    SEVERITIES.indexOf(inNewCode.severity) < SEVERITIES.indexOf(standing.severity);
  return wasMore ? { ...standing, severity_in_small_tree: inNewCode.severity } : standing;
}
