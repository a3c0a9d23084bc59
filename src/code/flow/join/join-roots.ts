import { type Assumptions, withAssumed } from '../domain/assumptions.ts';
import { joinFacts, widenFacts } from '../domain/facts-lattice.ts';
import { cellValue, type State } from '../domain/state.ts';
import type { RootFacts } from '../domain/value.ts';
import type { Widen } from '../domain/widening.ts';
import { eachDifference } from './each-difference.ts';
import { joinTargetOffsets } from './join-targets.ts';

/** What the states know of each root, and of the values that met in a root of their own. */
export function joinRoots(
  joined: State,
  states: readonly State[],
  fresh: ReadonlyMap<number, number>,
  previous: State | undefined,
  widen: Widen | undefined,
  assumed: Assumptions,
): void {
  const { ids } = joined;
  const [first, ...others] = states;
  if (first === undefined) return;
  for (const other of others) {
    eachDifference(ids.budget, first.rootFacts, other.rootFacts, (root, ours, theirs) => {
      if (fresh.has(root)) return;
      // What a cell held at first every path knows. Any other root that only some paths know
      // is held by none of the cells that they agree on: who still needs it adopts its facts.
      const initial =
        ours === undefined || theirs === undefined ? ids.initialFacts(root) : undefined;
      const facts = theirs ?? initial;
      if (facts === undefined || (ours === undefined && initial === undefined)) return;
      const known = joined.rootFacts.get(root);
      const before = known ?? initial;
      const merged = before === undefined ? facts : joinFacts(before, facts);
      if (merged === known) return;
      joined.rootFacts.set(root, withAssumed(merged, assumed));
      adoptTargets(joined, other, merged);
    });
  }
  if (previous !== undefined && widen !== undefined) {
    const grown: [number, RootFacts][] = [];
    eachDifference(ids.budget, joined.rootFacts, previous.rootFacts, (root, now, before) => {
      if (now !== undefined && before !== undefined && !fresh.has(root))
        grown.push([root, widenFacts(before, now, widen)]);
    });
    for (const [root, facts] of grown) joined.rootFacts.set(root, facts);
  }
  for (const [phi, cell] of fresh) {
    let merged: RootFacts | undefined;
    // A number beside one that was compared with its limit does not undo that. In loops it may be what begins to grow.
    const isOpen =
      widen !== undefined || states.every((state) => cellValue(state, cell).root === 0);
    for (const state of states) {
      const value = cellValue(state, cell);
      const known = state.factsOfValue(value);
      const facts = isOpen || value.root !== 0 ? known : { ...known, checkedAbove: true };
      adoptTargets(joined, state, facts);
      merged = merged === undefined ? facts : joinFacts(merged, facts);
    }
    if (merged === undefined) continue;
    ids.origins.recordChoice(
      phi,
      states.map((state) => cellValue(state, cell)),
    );
    merged = withAssumed(merged, assumed);
    merged = joinTargetOffsets(joined, states, phi, cell, merged, previous, widen);
    // In the first round the cell had what it holds before the loop.
    const before =
      previous?.rootFacts.get(phi) ?? previous?.factsOfValue(cellValue(previous, cell));
    joined.rootFacts.set(
      phi,
      before === undefined || widen === undefined ? merged : widenFacts(before, merged, widen),
    );
  }
}

/** What a state knows of a root is known from here on, where nothing was. */
export function adoptFacts(joined: State, from: State, root: number): void {
  if (root === 0 || joined.rootFacts.has(root)) return;
  const facts = from.rootFacts.get(root);
  if (facts === undefined) return;
  joined.rootFacts.set(root, facts);
  adoptTargets(joined, from, facts);
}

/** The offsets of pointers that came from a state are known as they were there. */
function adoptTargets(joined: State, from: State, facts: RootFacts): void {
  for (const target of facts.targets) adoptFacts(joined, from, target.offset.root);
}
