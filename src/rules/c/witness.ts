import type { LoweredFunction, Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { SourceStep } from '../../code/flow/domain/source-step.ts';
import type { PathQuery } from '../../code/flow/solver/follow-path.ts';
import { LIMITS } from '../../code/limits.ts';
import { MIN_WITNESSED } from '../confidence/confidence.ts';
import type { CRule } from './c-rule.ts';
import type { HitList, PendingHit } from './hit-list.ts';

/**
 * Looks for one path to each hit of a function that would be a finding: from its cause to its use, on
 * which the rule says the same when the path is followed by itself. The same for what may happen where paths meet,
 * which is a finding where one of them shows it.
 */
export function witnessHits(
  unit: TranslationUnit,
  fn: LoweredFunction,
  rules: ReadonlyMap<string, CRule>,
  hits: HitList,
  follow: (query: PathQuery) => boolean,
): void {
  let paths = 0;
  const all = hits.hitsIn(fn);
  const joined = all.filter(({ options }) => options.joined === true);
  for (const hit of [...all.filter(({ options }) => options.joined !== true), ...joined]) {
    const listen = rules.get(hit.rule)?.listen;
    if (listen === undefined || hit.degraded || hit.basis.event === 'shape') continue;
    if (hit.options.beyondPaths === true) continue;
    const sure = hit.options.joined === true ? hit.options.confidence : hits.confidence(hit);
    if (sure < MIN_WITNESSED) continue;
    paths += 1;
    const isWitnessed = paths <= LIMITS.pathsOfFunction && isHeardOnPath(unit, hit, listen, follow);
    hits.conclude(hit, isWitnessed);
  }
}

function isHeardOnPath(
  unit: TranslationUnit,
  hit: PendingHit,
  listen: NonNullable<CRule['listen']>,
  follow: (query: PathQuery) => boolean,
): boolean {
  let found = false;
  const asked = hit.options;
  const listener = listen((span, _message, { confidence, joined, cwe }) => {
    const { line } = unit.tree.location(span);
    // What is no surer on the path than where paths meet was known before, and another defect says nothing of this one.
    const isSurer = asked.joined !== true || (joined !== true && cwe === asked.cwe);
    found ||= isSurer && line === hit.location.line && confidence >= asked.confidence;
  });
  return follow({ through: placesOf(hit), listener, isFound: () => found });
}

/** What the trace tells of this file, and the place of the hit where that does not hold it. */
function placesOf({ span, options, location }: PendingHit): Span[] {
  const places: Span[] = [];
  for (const step of options.trace ?? []) if (step instanceof SourceStep) places.push(step);
  const isThere = places.some(({ start, end }) => start <= span.start && span.end <= end);
  return isThere || location.line === 0 ? places : [...places, span];
}
