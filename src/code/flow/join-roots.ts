import { joinFacts, widened } from './join-facts.ts';
import { joinTargetsOf } from './join-targets.ts';
import { PersistentMap } from './persistent-map.ts';
import { heldAt, type State } from './state.ts';
import type { Widen } from './thresholds.ts';
import type { RootFacts } from './value.ts';

/** What the states know of each root, and of the values that met in a root of their own. */
export function joinRoots(
  joined: State,
  states: readonly State[],
  fresh: ReadonlyMap<number, number>,
  previous: State | undefined,
  widen: Widen | undefined,
): void {
  for (const root of PersistentMap.differing(states.map((state) => state.rootFacts))) {
    if (fresh.has(root)) continue;
    let merged: RootFacts | undefined;
    for (const state of states) {
      // A root that only some paths know is mentioned only by values of those paths,
      // unless it is what a cell held at first, which every path knows.
      const facts = state.rootFacts.get(root) ?? state.identities.initialFacts(root);
      if (facts !== undefined) merged = merged === undefined ? facts : joinFacts(merged, facts);
    }
    if (merged !== undefined && merged !== joined.rootFacts.get(root))
      joined.rootFacts.set(root, merged);
  }
  if (previous !== undefined && widen !== undefined) {
    for (const root of PersistentMap.differing([joined.rootFacts, previous.rootFacts])) {
      const now = joined.rootFacts.get(root);
      const before = previous.rootFacts.get(root);
      if (now !== undefined && before !== undefined && !fresh.has(root))
        joined.rootFacts.set(root, widened(before, now, widen));
    }
  }
  for (const [phi, cell] of fresh) {
    let merged: RootFacts | undefined;
    for (const state of states) {
      const facts = state.factsOfValue(heldAt(state, cell));
      merged = merged === undefined ? facts : joinFacts(merged, facts);
    }
    if (merged === undefined) continue;
    merged = joinTargetsOf(joined, states, phi, cell, merged, previous, widen);
    const before = previous?.rootFacts.get(phi);
    joined.rootFacts.set(
      phi,
      before === undefined || widen === undefined ? merged : widened(before, merged, widen),
    );
  }
}
