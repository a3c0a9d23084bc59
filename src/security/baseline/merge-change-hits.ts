import type { Severity } from '../candidates/candidate.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
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
  const bySurest = hits.toSorted((left, right) => right.confidence - left.confidence);
  for (const hit of bySurest) {
    const at = placeOfHit(drafts, hit);
    const candidate = drafts[at];
    if (candidate === undefined) {
      drafts.push(hit);
      introduced.add(hit);
      continue;
    }
    // The surest hit has said what is lost at this place.
    if (introduced.has(candidate)) continue;
    const ceiling = ceilings.get(candidate.pattern) ?? candidate.severity;
    const raised = raiseCandidate(candidate, hit, ceiling);
    drafts[at] = raised;
    introduced.add(raised);
  }
  return { drafts, introduced };
}

/** The candidate that a hit is about: on its line, or else one that either leads to; -1 for none. */
function placeOfHit(drafts: readonly CandidateDraft[], hit: CandidateDraft): number {
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
