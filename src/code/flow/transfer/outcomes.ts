import type { State } from '../domain/state.ts';
import type { RootFacts } from '../domain/value.ts';

/**
 * A result is now known to be zero, or not to be: what the call put out in that
 * case holds. This is how a status that is checked tells of the outputs.
 */
export function applyOutcomes(state: State, result: number): void {
  const outcomes = state.ids.conditionalOutcomes.get(result);
  if (outcomes === undefined) return;
  const { lo, hi, mayBeNull } = state.facts(result);
  const isZero = lo === 0 && hi === 0;
  if (!isZero && lo <= 0 && hi >= 0 && mayBeNull) return;
  for (const { root, zero, nonZero } of outcomes) {
    const outcome = isZero ? zero : nonZero;
    const facts = state.facts(root);
    const low = Math.max(facts.lo, outcome.lo);
    const high = Math.min(facts.hi, outcome.hi);
    const mayBeNull = facts.mayBeNull && outcome.mayBeNull;
    const mayBeNonNull = facts.mayBeNonNull && outcome.mayBeNonNull;
    if (low > high || (!mayBeNull && !mayBeNonNull)) continue;
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
    if (outcome.allocated) continue;
    markAllocationFailed(state, facts);
  }
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
