import { matchBaseline } from '../baseline/match-baseline.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { ReportedCandidate } from '../report/report.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import { findSuppression, type SuppressionSources } from './suppressions.ts';

/** What settles which candidates are reported. */
export interface CandidateFilter {
  readonly outcome: ScanOutcome;
  /** Whether a candidate is to be reported, such as one that a change concerns. */
  includes(candidate: Candidate): boolean;
  readonly suppressions: SuppressionSources;
  readonly baseline?: {
    readonly candidates: readonly Candidate[];
    /** Whether we can tell that something is gone. */
    covers(candidate: Candidate): boolean;
  };
  readonly onlyNew: boolean;
  readonly minConfidence: number;
}

/** The candidates to report: in scope, sure enough, and marked where they are known or suppressed. */
export function filterCandidates(weighing: CandidateFilter): ReportedCandidate[] {
  const { minConfidence, onlyNew } = weighing;
  return markCandidates(weighing).filter(
    ({ confidence, baseline }) => confidence >= minConfidence && (!onlyNew || baseline === 'new'),
  );
}

/** What the scan found, then what is gone, numbered on so that no number means two things. */
function markCandidates(weighing: CandidateFilter): ReportedCandidate[] {
  const { baseline, suppressions } = weighing;
  const { candidates } = weighing.outcome;
  const match = baseline && matchBaseline(candidates, baseline.candidates);
  const present = candidates.map((candidate, index): ReportedCandidate => {
    const state = match?.states[index];
    const suppression = findSuppression(candidate, suppressions);
    return {
      ...candidate,
      ...(state === undefined ? {} : { baseline: state }),
      ...(suppression === undefined ? {} : { suppression }),
    };
  });
  const gone = match?.absent.filter((candidate) => baseline?.covers(candidate)) ?? [];
  return [
    ...present.filter((candidate) => weighing.includes(candidate)),
    ...gone.map((candidate, index): ReportedCandidate => {
      return { ...candidate, gid: candidates.length + index + 1, baseline: 'absent' };
    }),
  ];
}
