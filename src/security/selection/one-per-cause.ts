import { MIN_FINDING_CONFIDENCE, scoreOf } from '../candidates/severity.ts';
import type { ReportedCandidate } from '../report/report.ts';

/** The most that a further place of a cause that is a finding already can have. */
const MAX_REPEATED_CONFIDENCE = 0.45;

/**
 * Of the candidates of one cause in a function the surest stays a finding, and the others become
 * possible findings that name its line. Neither what a baseline has nor what is suppressed stands
 * for what is new and open: each place can need a fix of its own.
 * @param candidates rated, in the order of the report
 */
export function onePerCause(candidates: readonly ReportedCandidate[]): ReportedCandidate[] {
  const standing = new Map<string, ReportedCandidate>();
  for (const candidate of candidates) {
    const key = causeKey(candidate);
    if (key === undefined) continue;
    const known = standing.get(key);
    if (known === undefined || known.confidence < candidate.confidence)
      standing.set(key, candidate);
  }
  return candidates.map((candidate) => {
    const { cause: _, ...shown } = candidate;
    const first = standing.get(causeKey(candidate) ?? '');
    if (first === undefined || first === candidate || !isSure(first) || !isSure(candidate))
      return shown;
    const confidence = MAX_REPEATED_CONFIDENCE;
    const score = scoreOf(confidence, 'low');
    return { ...shown, confidence, severity: 'low', score, repeats_line: first.line };
  });
}

function isSure({ confidence }: ReportedCandidate): boolean {
  return confidence >= MIN_FINDING_CONFIDENCE;
}

/** The same for candidates of one cause of which one can stand for the others. */
function causeKey(candidate: ReportedCandidate): string | undefined {
  const { cause, file, pattern, function: fn, baseline, suppression } = candidate;
  if (cause === undefined) return undefined;
  const age = baseline === 'updated' ? 'new' : (baseline ?? 'new');
  const where = [file, pattern, fn, cause.line, cause.column];
  return [...where, age, suppression === undefined].join('\0');
}
