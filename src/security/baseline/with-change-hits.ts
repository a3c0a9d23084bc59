import type { RuleDescription } from '../../rules/rule.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import type { Baseline } from './baseline.ts';
import { mergeChangeHits } from './merge-change-hits.ts';

export interface ChangedOutcome {
  readonly outcome: ScanOutcome;
  /** The ids of the candidates that change rules speak for. */
  readonly weakened: ReadonlySet<string>;
}

/** A scan with what change rules found beside it, numbered anew. */
export function withChangeHits(
  scanned: ScanOutcome,
  baseline: Baseline | undefined,
  rules: readonly RuleDescription[],
): ChangedOutcome {
  const compared = baseline?.kind === 'version' ? baseline.compared : undefined;
  if (compared === undefined) return { outcome: scanned, weakened: new Set() };
  const skips = [...scanned.skips, ...compared.skips];
  if (compared.drafts.length === 0) return { outcome: { ...scanned, skips }, weakened: new Set() };
  const ceilings = new Map(rules.map(({ id, severity }) => [id, severity]));
  const own = scanned.candidates.map(({ gid: _, ...draft }) => draft);
  const { drafts, introduced } = mergeChangeHits(own, compared.drafts, ceilings);
  const candidates = drafts.toSorted(inOrder).map((draft, index) => ({ gid: index + 1, ...draft }));
  return {
    outcome: { ...scanned, candidates, skips },
    weakened: new Set([...introduced].map(({ id }) => id)),
  };
}

/** By file, line, column and rule. */
function inOrder(left: CandidateDraft, right: CandidateDraft): number {
  return (
    byBytes(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    byBytes(left.pattern, right.pattern)
  );
}
