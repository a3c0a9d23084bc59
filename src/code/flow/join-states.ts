import { joinDifferences, widenDifferences } from './join-differences.ts';
import { joinRoots } from './join-roots.ts';
import { joinObjects, type MemoryObject } from './memory-object.ts';
import { PersistentMap } from './persistent-map.ts';
import { renewList } from './retire.ts';
import { heldAt, type State } from './state.ts';
import type { Widen } from './thresholds.ts';
import { rootValue, sameValue, type Value } from './value.ts';

/**
 * Where two paths meet. Cells with different values get a root of their own,
 * the same one each round. `previous` is the state of the last round, whose
 * ranges are widened to the thresholds so that loops come to an end.
 */
export function joinStates(
  states: readonly State[],
  block: number,
  previous: State | undefined,
  widen: Widen | undefined,
  isHead = false,
): State {
  const [first, ...rest] = states;
  if (first === undefined) throw new Error('nothing to join');
  if (rest.length === 0 && previous === undefined) return first.copy();
  const joined = first.copy();
  const fresh = joinCells(joined, states, block);
  if (previous !== undefined) keepPhis(joined, previous, fresh, block);
  joinRoots(joined, states, fresh, previous, widen);
  separate(joined, fresh, block);
  joinMemory(joined, states);
  joinDifferences(joined, states, fresh);
  if (previous !== undefined && widen !== undefined) widenDifferences(joined, previous);
  if (isHead) for (const phi of fresh.keys()) renewList(joined, phi);
  return joined;
}

/** Cells in which the states differ get roots of their own; gives their cells by those roots. */
function joinCells(joined: State, states: readonly State[], block: number): Map<number, number> {
  const fresh = new Map<number, number>();
  for (const cell of PersistentMap.differing(states.map((state) => state.cells))) {
    const value = heldAt(joined, cell);
    if (states.every((state) => sameValue(heldAt(state, cell), value))) continue;
    const phi = joined.identities.phi(block, cell);
    joined.set(cell, rootValue(phi));
    fresh.set(phi, cell);
  }
  return fresh;
}

/** A cell that had a root of its own at this head keeps it, so that the rounds only ever lose knowledge. */
function keepPhis(joined: State, previous: State, fresh: Map<number, number>, block: number): void {
  for (const cell of PersistentMap.differing([joined.cells, previous.cells])) {
    const phi = joined.identities.phi(block, cell);
    if (
      previous.cells.get(cell)?.root !== phi ||
      fresh.has(phi) ||
      joined.cells.get(cell) === undefined
    )
      continue;
    joined.set(cell, rootValue(phi));
    fresh.set(phi, cell);
  }
}

/** Another cell that still holds a root which has just been given anew gets a root of its own. */
function separate(joined: State, fresh: ReadonlyMap<number, number>, block: number): void {
  if (fresh.size === 0) return;
  const shared: [number, Value][] = [];
  joined.cells.visit((cell, value) => {
    const owner = fresh.get(value.root);
    if (owner !== undefined && owner !== cell) shared.push([cell, value]);
  });
  for (const [cell, value] of shared) {
    const phi = joined.identities.phi(block, cell);
    joined.rootFacts.set(phi, joined.factsOfValue(value));
    joined.set(cell, rootValue(phi));
  }
}

/** The objects that any of the states knows. */
function joinMemory(joined: State, states: readonly State[]): void {
  for (const id of PersistentMap.differing(states.map((state) => state.objectMap))) {
    let merged: MemoryObject | undefined;
    for (const state of states) {
      const object = state.objectMap.get(id);
      if (object !== undefined)
        merged = merged === undefined ? object : joinObjects(merged, object);
    }
    if (merged !== undefined && merged !== joined.objectMap.get(id))
      joined.objectMap.set(id, merged);
  }
}
