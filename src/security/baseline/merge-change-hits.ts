import type { Severity } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { mostSevere } from '../candidates/severity.ts';
import { areRelated, inOneStatement } from '../import/same-defect.ts';
import { raiseCandidate } from './raise-candidate.ts';

export interface MergedChange {
  readonly drafts: readonly CandidateDraft[];
  /** Those that a change rule speaks for, whatever the base has. */
  readonly introduced: ReadonlySet<CandidateDraft>;
}

/**
 * Adds what change rules found to the candidates of the head: one candidate for one cause. A hit at the
 * place of a candidate of the same weakness raises that one; any other is a candidate of its own.
 * @param ceilings the worst severity of each rule
 * @returns the drafts in the order of the candidates, those of hits alone behind them
 */
export function mergeChangeHits(
  candidates: readonly CandidateDraft[],
  hits: readonly CandidateDraft[],
  ceilings: ReadonlyMap<string, Severity>,
): MergedChange {
  const drafts = [...candidates];
  const introduced = new Set<CandidateDraft>();
  const ceilingOf = ({ pattern, severity }: CandidateDraft) => ceilings.get(pattern) ?? severity;
  const bySurest = hits.toSorted((left, right) => right.confidence - left.confidence);
  for (const hit of bySurest) {
    const at = placeOfHit(drafts, hit, introduced);
    const candidate = drafts[at];
    if (candidate === undefined) {
      drafts.push(hit);
      introduced.add(hit);
      continue;
    }
    if (introduced.has(candidate)) {
      // The surest hit has said what is lost at this place; of another weakness, what else follows is said too.
      if (!areRelated(candidate, hit)) {
        const joined = raiseCandidate(
          candidate,
          hit,
          mostSevere(ceilingOf(candidate), ceilingOf(hit)),
        );
        drafts[at] = joined;
        introduced.delete(candidate);
        introduced.add(joined);
      }
      continue;
    }
    const raised = raiseCandidate(candidate, hit, ceilingOf(candidate));
    drafts[at] = raised;
    introduced.add(raised);
  }
  return { drafts, introduced };
}

/** The candidate that a hit is about: on its line, or else one that either leads to; -1 for none. */
function placeOfHit(
  drafts: readonly CandidateDraft[],
  hit: CandidateDraft,
  introduced: ReadonlySet<CandidateDraft>,
): number {
  // One place of a change is one cause, whatever each rule sees follow from it.
  const same = drafts.findIndex(
    (draft) =>
      introduced.has(draft) &&
      draft.file === hit.file &&
      draft.function === hit.function &&
      draft.line === hit.line,
  );
  if (same >= 0) return same;
  const related = [...drafts.entries()].filter(
    ([, draft]) =>
      draft.file === hit.file && draft.function === hit.function && areRelated(draft, hit),
  );
  const onLine = related.find(([, draft]) => draft.line === hit.line);
  const near = onLine ?? related.find(([, draft]) => inOneStatement(draft, hit));
  const led = near ?? related.find(([, draft]) => leadsTo(hit, draft) || leadsTo(draft, hit));
  return led?.[0] ?? -1;
}

function leadsTo({ trace }: CandidateDraft, { file, line }: CandidateDraft): boolean {
  return trace.some((step) => step.file === file && step.line === line);
}
