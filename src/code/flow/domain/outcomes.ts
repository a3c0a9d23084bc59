import type { Outcome } from './function-summary.ts';
import { givenFor, signsOf } from './result-sign.ts';
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
  for (const { root, by } of outcomes ?? []) {
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
  const low = Math.max(facts.lo, outcome.lo);
  const high = Math.min(facts.hi, outcome.hi);
  const mayBeNull = facts.mayBeNull && outcome.mayBeNull;
  const mayBeNonNull = facts.mayBeNonNull && outcome.mayBeNonNull;
  if (low > high || (!mayBeNull && !mayBeNonNull)) return;
  state.setFacts(root, {
    ...facts,
    lo: low,
    hi: high,
    mayBeNull,
    mayBeNonNull,
    nullOrigin: mayBeNull ? facts.nullOrigin : undefined,
    checkedAbove: facts.checkedAbove || outcome.checkedAbove,
    checkedBelow: facts.checkedBelow || outcome.checkedBelow,
  });
  if (!outcome.allocated) markAllocationFailed(state, facts);
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

/** The allocation failed: there is nothing to give back. */
export function markAllocationFailed(state: State, facts: RootFacts): void {
  const [target, ...others] = facts.targets;
  const object = target === undefined ? undefined : state.object(target.object);
  if (object?.lifetime !== 'live' || object.family === undefined || others.length > 0) return;
  // A pointer that no single call has given was null already on a path that has not allocated.
  if (object.name === facts.from || facts.from === '')
    state.setObject({ ...object, lifetime: 'gone' });
}
