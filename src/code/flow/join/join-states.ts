import { type Assumptions, NO_ASSUMPTIONS, withAssumed } from '../domain/assumptions.ts';
import { decidedInBoth } from '../domain/decided-conditions.ts';
import { initialContent, ownerIn } from '../domain/initial-content.ts';
import { joinObjects, type MemoryObject } from '../domain/memory-object.ts';
import type { State } from '../domain/state.ts';
import { rootValue, sameValue, type Value, ZERO } from '../domain/value.ts';
import type { Widen } from '../domain/widening.ts';
import { eachDifference } from './each-difference.ts';
import { joinDifferences, widenDifferences } from './join-differences.ts';
import { adoptFacts, joinRoots } from './join-roots.ts';
import { forgetElements, killWalkedObject } from './rename-root.ts';

/**
 * The join of the states of several paths. Cells with different values get a root of their own,
 * the same one each round. `previous` is the state of the last round, whose
 * ranges are widened to the thresholds so that loops come to an end. What differs between the
 * states is marked with `assumed`.
 */
export function joinStates(
  states: readonly State[],
  block: number,
  previous: State | undefined,
  widen: Widen | undefined,
  isHead = false,
  assumed: Assumptions = NO_ASSUMPTIONS,
): State {
  const [first, ...rest] = states;
  if (first === undefined) throw new Error('nothing to join');
  if (rest.length === 0 && previous === undefined) return first.copy();
  const joined = first.copy();
  const fresh = joinCells(joined, states, block);
  if (previous !== undefined) retainPhis(joined, previous, fresh, block);
  joinRoots(joined, states, fresh, previous, widen, assumed);
  const split = splitSharedRoots(joined, fresh, block);
  joinObjectMaps(joined, states, assumed);
  joinDifferences(joined, states, fresh);
  joinDecided(joined, rest, previous, (root) => fresh.has(root) || split.has(root));
  joined.ids.budget.spend(states.length * (fresh.size + 1));
  if (previous !== undefined && widen !== undefined) widenDifferences(joined, previous);
  for (const phi of fresh.keys()) {
    if (isHead) killWalkedObject(joined, phi);
    // Not at heads alone: states that are kept apart may go round a loop and meet elsewhere in it.
    forgetElements(joined, phi);
  }
  return joined;
}

/** Cells in which the states differ get roots of their own; gives their cells by those roots. */
function joinCells(joined: State, states: readonly State[], block: number): Map<number, number> {
  const fresh = new Map<number, number>();
  const [first, ...others] = states;
  if (first === undefined) return fresh;
  for (const other of others) {
    eachDifference(joined.ids.budget, first.cells, other.cells, (cell, held, theirs) => {
      // What is known of an element on one path alone is not known behind the join.
      if ((held === undefined || theirs === undefined) && joined.ids.isElementCell(cell))
        return joined.remove(cell);
      const ours = held ?? unwritten(first, cell);
      if (sameValue(theirs ?? unwritten(other, cell), ours)) {
        // What one path alone has looked at is held on both.
        if (held === undefined) joined.set(cell, ours);
        return;
      }
      const phi = joined.ids.phi(block, cell);
      if (fresh.has(phi)) return;
      joined.set(cell, rootValue(phi));
      fresh.set(phi, cell);
    });
  }
  return fresh;
}

/** What a cell holds that a path has not written: zero in cleared memory, else what it held at first. */
function unwritten(state: State, cell: number): Value {
  const { object, path } = state.ids.ownerOf(cell);
  const isZero = initialContent(state, object) === 'zero' && !path.includes('[');
  return isZero ? ZERO : rootValue(state.ids.initial(cell));
}

/** A cell that had a root of its own at this head keeps it, so that the rounds only ever lose knowledge. */
function retainPhis(
  joined: State,
  previous: State,
  fresh: Map<number, number>,
  block: number,
): void {
  const retained: [number, number][] = [];
  eachDifference(joined.ids.budget, joined.cells, previous.cells, (cell, held, before) => {
    if (held === undefined || before === undefined || before.root === 0) return;
    const phi = joined.ids.phi(block, cell);
    if (before.root === phi && !fresh.has(phi)) retained.push([phi, cell]);
  });
  for (const [phi, cell] of retained) {
    joined.set(cell, rootValue(phi));
    fresh.set(phi, cell);
  }
}

/** What is decided alike on all paths, and at a head was so in the last round, of values that are no new ones. */
function joinDecided(
  joined: State,
  rest: readonly State[],
  previous: State | undefined,
  isFresh: (root: number) => boolean,
): void {
  for (const other of rest) joined.decided = decidedInBoth(joined.decided, other.decided);
  if (previous !== undefined) joined.decided = decidedInBoth(joined.decided, previous.decided);
  joined.forgetDecided(isFresh);
}

/** Another cell that still holds a root which has just been given anew gets a root of its own; gives those. */
function splitSharedRoots(
  joined: State,
  fresh: ReadonlyMap<number, number>,
  block: number,
): ReadonlySet<number> {
  const shared: [number, Value][] = [];
  for (const [root, owner] of fresh) {
    for (const cell of joined.ids.cellsHolding(root)) {
      const value = cell === owner ? undefined : joined.get(cell);
      if (value?.root === root) shared.push([cell, value]);
    }
  }
  shared.sort(([a], [b]) => a - b);
  const split = new Set<number>();
  for (const [cell, value] of shared) {
    const phi = joined.ids.phi(block, cell);
    joined.rootFacts.set(phi, joined.factsOfValue(value));
    joined.set(cell, rootValue(phi));
    split.add(phi);
  }
  return split;
}

/** The objects that any of the states knows. */
function joinObjectMaps(joined: State, states: readonly State[], assumed: Assumptions): void {
  const [first, ...others] = states;
  if (first === undefined) return;
  for (const other of others) {
    eachDifference(joined.ids.budget, first.objectMap, other.objectMap, (id, _first, object) => {
      const known = joined.objectMap.get(id);
      if (object === undefined) {
        const without = known && withoutState(known, other);
        if (without !== undefined && without !== known) joined.objectMap.set(id, without);
        return;
      }
      const merged = known === undefined ? withoutState(object, first) : joinObjects(known, object);
      if (merged === known) return;
      const marked = known === undefined ? merged : withAssumed(merged, assumed);
      joined.objectMap.set(id, marked);
      if (merged.size !== undefined) adoptFacts(joined, other, merged.size.root);
      if (merged.length !== undefined) adoptFacts(joined, other, merged.length.root);
    });
  }
}

/**
 * An object that one of the paths has not met. Memory that was there before is live on that path, unless
 * the pointer to it is null there; a block that was not allocated does not change what is known of it. A part is there what
 * its record or array is.
 */
function withoutState(object: MemoryObject, other: State): MemoryObject {
  const owner = ownerIn(other, object.id);
  const initial =
    owner === undefined || owner.initial === object.initial ? object.initial : 'unknown';
  const part = initial === object.initial ? object : { ...object, initial };
  if (part.lifetime !== 'freed' || part.kind !== 'unknown') return part;
  const pointer = other.ids.pointerTo(part.id);
  return pointer === undefined || !other.facts(pointer).mayBeNonNull
    ? part
    : { ...part, lifetime: 'maybe-freed' };
}
