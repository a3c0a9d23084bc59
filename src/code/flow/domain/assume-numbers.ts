import { withExcluded } from './facts-lattice.ts';
import { applyOutcomes, markAllocationFailed } from './outcomes.ts';
import type { State } from './state.ts';
import type { RootFacts, Value } from './value.ts';

/**
 * The state in which a relation between two numbers holds, or undefined if it cannot.
 * @param step what their difference is a multiple of
 */
export function assumeNumbers(
  state: State,
  op: string,
  left: Value,
  right: Value,
  explicit: boolean,
  step = 1,
): State | undefined {
  const a = state.range(left);
  const b = state.range(right);
  switch (op) {
    case '==': {
      if (a.lo > b.hi || b.lo > a.hi) return undefined;
      if (b.lo === b.hi && state.excludes(left, b.lo)) return undefined;
      if (a.lo === a.hi && state.excludes(right, a.lo)) return undefined;
      if (left.root === right.root && left.scale === right.scale)
        return left.add === right.add ? state : undefined;
      const lo = Math.max(a.lo, b.lo);
      const hi = Math.min(a.hi, b.hi);
      narrow(state, left, lo, hi, explicit);
      narrow(state, right, lo, hi, explicit);
      relate(state, left, right, 0);
      relate(state, right, left, 0);
      return state;
    }
    case '!=': {
      if (a.lo === a.hi && b.lo === b.hi && a.lo === b.lo && !isRounded(a.lo)) return undefined;
      if (left.root === right.root && left.scale === right.scale && left.add === right.add)
        return undefined;
      if (b.lo === b.hi) exclude(state, left, b.lo, step);
      if (a.lo === a.hi) exclude(state, right, a.lo, step);
      // a <= b and a != b give a < b.
      if (state.atMost(left, right)) relate(state, left, right, -step);
      if (state.atMost(right, left)) relate(state, right, left, -step);
      return state;
    }
    case '<':
      return assumeLess(state, left, right, step, explicit);
    case '<=':
      return assumeLess(state, left, right, 0, explicit);
    default:
      return assumeLess(state, right, left, op === '>' ? step : 0, explicit);
  }
}

/** left + gap <= right, for whole numbers. */
function assumeLess(
  state: State,
  left: Value,
  right: Value,
  gap: number,
  explicit: boolean,
): State | undefined {
  const a = state.range(left);
  const b = state.range(right);
  // The ends of 64 bits are rounded, so that `SIZE_MAX - 32` is `SIZE_MAX`: only a comparison tells them apart.
  const isSettled = left.root !== 0 && right.root !== 0;
  const apart = !isSettled && (isRounded(a.lo) || isRounded(b.hi)) ? 0 : gap;
  if (a.lo + apart > b.hi) return undefined;
  if (state.upperDifference(right, left) < apart) return undefined;
  narrow(state, left, Number.NEGATIVE_INFINITY, b.hi - gap, explicit);
  narrow(state, right, a.lo + gap, Number.POSITIVE_INFINITY, explicit);
  relate(state, left, right, -gap);
  if (explicit) {
    markChecked(state, left, 'checkedAbove');
    markChecked(state, right, 'checkedBelow');
  }
  return state;
}

/** Whether numbers next to this one are the same to a double. */
function isRounded(end: number): boolean {
  return Number.isFinite(end) && !Number.isSafeInteger(end);
}

/** Notes that a value was compared with a bound. */
function markChecked(state: State, value: Value, what: 'checkedAbove' | 'checkedBelow'): void {
  if (value.root === 0) return;
  const facts = state.facts(value.root);
  const flag = value.scale > 0 ? what : what === 'checkedAbove' ? 'checkedBelow' : 'checkedAbove';
  if (!facts[flag]) state.setFacts(value.root, { ...facts, [flag]: true });
}

/** left - right <= difference. */
function relate(state: State, left: Value, right: Value, difference: number): void {
  if (left.scale === 1 && right.scale === 1) {
    state.constrain(left.root, right.root, difference - left.add + right.add);
  }
}

/** Cuts a value to a range. */
function narrow(state: State, value: Value, lo: number, hi: number, explicit: boolean): void {
  if (value.root === 0 || value.scale === 0) return;
  const facts = state.facts(value.root);
  const ends = [(lo - value.add) / value.scale, (hi - value.add) / value.scale];
  const low = Math.ceil(Math.min(...ends));
  const high = Math.floor(Math.max(...ends));
  const next: RootFacts = {
    ...facts,
    lo: Number.isNaN(low) ? facts.lo : past(Math.max(facts.lo, low), 1, facts.excluded),
    hi: Number.isNaN(high) ? facts.hi : past(Math.min(facts.hi, high), -1, facts.excluded),
    checkedAbove: facts.checkedAbove || (explicit && Number.isFinite(high)),
    checkedBelow: facts.checkedBelow || (explicit && Number.isFinite(low)),
  };
  state.setFacts(value.root, next.lo <= next.hi ? next : facts);
  applyOutcomes(state, value.root);
  if (next.hi < 0 && facts.hi >= 0) markAllocationFailed(state, facts);
  if (next.hi < 0 && next.lo <= next.hi) markNeverOpened(state, facts);
}

/** The first number from an end inwards that is not excluded. */
function past(end: number, step: 1 | -1, excluded: readonly number[]): number {
  let at = end;
  while (excluded.includes(at)) at += step;
  return at;
}

/** value != n cuts n off where it is an end of the range; the next number that it may be is a step away. */
function exclude(state: State, value: Value, n: number, step: number): void {
  if (value.root === 0) return;
  const { lo, hi } = state.range(value);
  if (lo === n) narrow(state, value, n + step, hi, false);
  else if (hi === n) narrow(state, value, lo, n - step, false);
  else if (lo < n && n < hi) excludeWithin(state, value, n);
  if (n === 0 && value.add === 0) {
    const facts = state.facts(value.root);
    if (facts.mayBeNull) state.setFacts(value.root, { ...facts, mayBeNull: false });
    applyOutcomes(state, value.root);
  }
}

/** value != n within the range is remembered as it is, for few numbers. */
function excludeWithin(state: State, { root, scale, add }: Value, n: number): void {
  const number = (n - add) / scale;
  if (!Number.isSafeInteger(number) || !state.ids.isAnchored(root)) return;
  const facts = state.facts(root);
  const excluded = withExcluded(facts.excluded, number);
  if (excluded !== facts.excluded) state.setFacts(root, { ...facts, excluded });
}

/** A descriptor that is negative was never opened: there is nothing to give back. */
function markNeverOpened(state: State, facts: RootFacts): void {
  const [target, ...others] = facts.targets;
  const object = target === undefined ? undefined : state.object(target.object);
  if (object?.kind !== 'resource' || others.length > 0 || object.lifetime !== 'live') return;
  if (object.name === facts.from) state.setObject({ ...object, lifetime: 'gone' });
}
