import type { Candidate } from './candidate.ts';
import type { CandidateDraft } from './draft-candidates.ts';
import type { BaselineState } from './report/report.ts';

export interface BaselineMatch {
  /** One state a candidate, in their order. */
  readonly states: readonly BaselineState[];
  /** What the baseline has and the candidates lack, in the order of the baseline. */
  readonly absent: readonly Candidate[];
}

type Key = (candidate: CandidateDraft) => string;

/** From the strictest likeness to the loosest; each known candidate is used up once. */
const LIKENESSES: readonly Key[] = [
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
  for (const likeness of LIKENESSES) {
    const byKey = new Map<string, Candidate[]>();
    for (const candidate of known) {
      const name = likeness(candidate);
      const alike = byKey.get(name);
      if (alike === undefined) byKey.set(name, [candidate]);
      else alike.push(candidate);
    }
    for (const index of [...open]) {
      const candidate = candidates[index];
      const match = candidate && byKey.get(likeness(candidate))?.shift();
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
