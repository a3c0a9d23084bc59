import { isDecided, withDecided } from './decided-conditions.ts';
import { withExcluded } from './facts-lattice.ts';
import type { Outcome, ReturnCondition } from './function-summary.ts';
import { type BySign, givenFor, givenSigns, signsOf } from './result-sign.ts';
import type { State } from './state.ts';
import { type RootFacts, rootValue } from './value.ts';
import type { ConditionalOutcome, ConditionalRelease } from './value-numbering.ts';

/**
 * More is known now of whether a result is zero, above or below: what the call put out in that
 * case holds, and what it has freed. This is how a status that is checked tells of the outputs.
 */
export function applyOutcomes(state: State, result: number): void {
  const outcomes = state.ids.conditionalOutcomes.get(result);
  const releases = state.ids.conditionalReleases.get(result);
  if (outcomes === undefined && releases === undefined) return;
  const signs = signsOf(state, rootValue(result));
  const moved = state.ids.movedPointers.get(result);
  if (moved !== undefined && !signs.includes('zero'))
    state.setFacts(moved.root, { ...state.facts(moved.root), releasedAt: moved.at });
  for (const { root, by, linkedBy } of outcomes ?? []) {
    if (linkedBy !== undefined && isDecided(state.decided, linkedBy) !== true) continue;
    const [first, ...others] = givenFor(by, signs);
    if (first !== undefined) applyOutcome(state, root, others.reduce(eitherOutcome, first));
  }
  for (const release of releases ?? []) {
    const [frees, ...others] = givenFor(release.by, signs);
    if (others.every((other) => other === frees)) applyRelease(state, release, frees);
  }
}

function applyOutcome(state: State, root: ConditionalOutcome['root'], outcome: Outcome): void {
  const facts = state.facts(root);
  const lowest = Math.max(facts.lo, outcome.lo);
  const high = Math.min(facts.hi, outcome.hi);
  const isNonZero = facts.mayBeNull && !outcome.mayBeNull && Number.isFinite(lowest);
  const low = isNonZero && lowest === 0 ? 1 : lowest;
  const mayBeNull = facts.mayBeNull && outcome.mayBeNull;
  const mayBeNonNull = facts.mayBeNonNull && outcome.mayBeNonNull;
  if (low > high || (!mayBeNull && !mayBeNonNull)) return;
  state.setFacts(root, {
    ...facts,
    lo: low,
    hi: high,
    excluded: isNonZero && low < 0 ? withExcluded(facts.excluded, 0) : facts.excluded,
    mayBeNull,
    mayBeNonNull,
    nullOrigin: mayBeNull ? facts.nullOrigin : undefined,
    checkedAbove: facts.checkedAbove || outcome.checkedAbove,
    checkedBelow: facts.checkedBelow || outcome.checkedBelow,
    uninitialised: outcome.isWritten ? 'no' : facts.uninitialised,
  });
  if (!outcome.allocated) markAllocationFailed(state, facts);
}

/** Whether two conditions on a value are the same. */
export function isSameCondition(a: ReturnCondition, b: ReturnCondition): boolean {
  return (
    a.lo === b.lo &&
    a.hi === b.hi &&
    a.mayBeNull === b.mayBeNull &&
    a.mayBeNonNull === b.mayBeNonNull &&
    a.checkedAbove === b.checkedAbove &&
    a.checkedBelow === b.checkedBelow
  );
}

/**
 * Decides a condition that says no more than that a result tells of this value: it is forgotten, as all
 * conditions are, once one of the two roots stands for another value. Gives its number.
 */
export function linkToResult(
  state: State,
  result: number,
  root: number,
  by: BySign<Outcome>,
): number {
  const told = givenSigns(by).map((sign) => `${sign} ${by[sign]?.lo} ${by[sign]?.hi}`);
  const condition = state.ids.condition(`${result} of ${root}: ${told.join(', ')}`, [result, root]);
  state.decided = withDecided(state.decided, condition, true);
  return condition;
}

function eitherOutcome(a: Outcome, b: Outcome): Outcome {
  return {
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    checkedAbove: a.checkedAbove && b.checkedAbove,
    checkedBelow: a.checkedBelow && b.checkedBelow,
    allocated: a.allocated && b.allocated,
    isWritten: a.isWritten && b.isWritten,
  };
}

/** What a call may have freed it has, or has not, by what it returned. */
function applyRelease(
  state: State,
  { object: id, at, assumed }: ConditionalRelease,
  frees: 'no' | 'maybe' | 'always' | undefined,
): void {
  const object = state.object(id);
  // Only what this very call may have freed or moved.
  if (object === undefined || object.freedAt !== at) return;
  if (object.lifetime !== 'maybe-freed' && object.lifetime !== 'moved') return;
  if (frees === 'always') state.setObject({ ...object, lifetime: 'freed', assumed });
  else if (frees === 'no') state.setObject({ ...object, lifetime: 'live', assumed });
}

/** The allocation failed, or each of those that a pointer may come from: there is nothing to give back. */
export function markAllocationFailed(state: State, facts: RootFacts): void {
  const blocks = facts.targets.map((target) => state.object(target.object));
  for (const object of blocks) if (object?.family === undefined) return;
  for (const object of blocks) {
    if (object?.lifetime !== 'live') continue;
    // A pointer that no single call has given was null already on a path that has not allocated.
    if (object.name === facts.from || facts.from === '')
      state.setObject({ ...object, lifetime: 'gone' });
  }
}
