import type { Severity } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { scoreOf, severityOf } from '../candidates/severity.ts';

type Step = CandidateDraft['trace'][number];

/**
 * A candidate of the head together with what a change rule says of its place: that the change took
 * away what kept the defect from happening. Facts that were lost are stronger evidence than facts
 * that never were, so the surer of the two counts, and the description says which.
 * @param ceiling the worst severity of the candidate's rule
 */
export function raiseCandidate(
  candidate: CandidateDraft,
  hit: CandidateDraft,
  ceiling: Severity,
): CandidateDraft {
  const { in_new_code: inNewCode, ...known } = candidate;
  const confidence = Math.max((inNewCode ?? known).confidence, hit.confidence);
  const severity = severityOf(confidence, ceiling);
  return {
    ...known,
    description: `${sentence(candidate.description)} ${sentence(hit.description)}`,
    ...{ confidence, severity, score: scoreOf(confidence, severity) },
    cwe: [...new Set([...candidate.cwe, ...hit.cwe])],
    trace: withoutRepeats([...candidate.trace, ...hit.trace]),
  };
}

function withoutRepeats(steps: readonly Step[]): Step[] {
  const name = ({ file, line, message }: Step) => `${file}\0${line}\0${message}`;
  return [...new Map(steps.map((step) => [name(step), step])).values()];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
