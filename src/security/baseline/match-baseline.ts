import type { Candidate } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { BaselineState } from '../report/report.ts';

export interface BaselineMatch {
  /** One state a candidate, in their order. */
  readonly states: readonly BaselineState[];
  /** What the baseline has and the candidates lack, in the order of the baseline. */
  readonly absent: readonly Candidate[];
}

type MatchKey = (candidate: CandidateDraft) => string;

/** From the strictest likeness to the loosest; each known candidate is used up once. */
const MATCH_KEYS: readonly MatchKey[] = [
  // The line and what follows it are as they were, wherever in the file they are now.
  ({ pattern, file, fingerprint }) => key(pattern, file, fingerprint),
  // What follows has changed, or an equal stretch stands before it.
  ({ pattern, file, function: name, evidence }) => key(pattern, file, name, evidence),
  // The function has moved to another file.
  ({ pattern, function: name, evidence }) => key(pattern, name, evidence),
];

/** Tells which candidates a baseline knows already, and which of its own are gone. */
export function matchBaseline(
  candidates: readonly CandidateDraft[],
  baseline: readonly Candidate[],
): BaselineMatch {
  const known = new Set(baseline);
  const open = new Set(candidates.keys());
  for (const keyOf of MATCH_KEYS) {
    const byKey = new Map<string, Candidate[]>();
    for (const candidate of known) {
      const name = keyOf(candidate);
      const alike = byKey.get(name);
      if (alike === undefined) byKey.set(name, [candidate]);
      else alike.push(candidate);
    }
    for (const index of [...open]) {
      const candidate = candidates[index];
      const match = candidate && byKey.get(keyOf(candidate))?.shift();
      if (match === undefined) continue;
      known.delete(match);
      open.delete(index);
    }
  }
  return {
    states: candidates.map((_, index) => (open.has(index) ? 'new' : 'unchanged')),
    absent: [...known],
  };
}

function key(...parts: readonly string[]): string {
  return parts.join('\0');
}
