import { firstOf, secondOf } from '../domain/difference-bounds.ts';
import { cellValue, type State } from '../domain/state.ts';
import { rootValue, type Value } from '../domain/value.ts';

/** Bounds that are wider than 32-bit integers tell nothing. */
const WIDEST = 4294967296;

/** Bounds that hold in all the states, of what each root stands for in them. */
export function joinDifferences(
  joined: State,
  states: readonly State[],
  fresh: ReadonlyMap<number, number>,
): void {
  const bounds = new Map<number, number>();
  const at = (state: State, root: number): Value => {
    const cell = fresh.get(root);
    if (cell === undefined) return rootValue(root);
    return cellValue(state, cell);
  };
  const keys = new Set<number>();
  for (const state of states) for (const key of state.differences.entries().keys()) keys.add(key);
  joined.ids.budget.spend(keys.size * states.length);
  for (const key of keys) {
    const a = firstOf(key);
    const b = secondOf(key);
    let worst = Number.NEGATIVE_INFINITY;
    for (const state of states)
      worst = Math.max(worst, state.upperDifference(at(state, a), at(state, b)));
    if (worst < WIDEST) bounds.set(key, worst);
  }
  joined.differences.replace(bounds);
  if (fresh.size === 0) return;
  // A variable that now has a root of its own keeps a bound that held of its old values.
  for (const [phi, cell] of fresh) {
    for (const state of states) {
      const value = state.cells.get(cell);
      if (value === undefined || value.root === 0 || value.scale !== 1) continue;
      for (const key of state.differences.rowOf(value.root)) {
        const b = secondOf(key);
        if (fresh.has(b)) continue;
        let worst = Number.NEGATIVE_INFINITY;
        for (const other of states)
          worst = Math.max(worst, other.upperDifference(at(other, phi), rootValue(b)));
        if (worst < WIDEST) joined.constrain(phi, b, worst);
      }
    }
  }
}

/** A bound that grew since the last round is given up, and stays so: the infinite one says it. */
export function widenDifferences(joined: State, previous: State): void {
  for (const [key, before] of previous.differences.entries()) {
    const now = joined.differences.get(key);
    if (before === Number.POSITIVE_INFINITY || (now !== undefined && now > before))
      joined.differences.set(key, Number.POSITIVE_INFINITY);
  }
}
