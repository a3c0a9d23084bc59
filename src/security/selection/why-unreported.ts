import type { Candidate } from '../candidates/candidate.ts';
import type { BaselineState } from '../report/report.ts';

/** What keeps candidates of a scan out of its report. */
interface ReportLimits {
  /** Whether the run reports on its file. */
  includes(candidate: Candidate): boolean;
  /** Whether a candidate concerns the change of a review. */
  concernsChange(candidate: Candidate): boolean;
  minConfidence(file: string): number;
}

/** Why a candidate of the scan is not in its report. */
export function whyUnreported(
  candidate: Candidate | undefined,
  state: BaselineState | undefined,
  { includes, concernsChange, minConfidence }: ReportLimits,
): string {
  if (candidate === undefined) return 'the scan does not have it';
  const { file, confidence } = candidate;
  if (!includes(candidate)) return 'this run does not report on its file';
  if (state === 'unchanged') {
    return concernsChange(candidate)
      ? 'the baseline has it as well'
      : 'the change does not concern it';
  }
  return `its confidence, ${confidence}, is below the least that is reported, ${minConfidence(file)}`;
}
