import { firstOf, pairKey, secondOf } from '../domain/difference-bounds.ts';
import type { State } from '../domain/state.ts';
import { constant, type Target, type Value } from '../domain/value.ts';

/** A root is about to stand for something new: what still holds the old value is renamed. */
export function renameRoot(state: State, root: number, aged: number): void {
  forgetElements(state, root);
  forgetElements(state, aged);
  state.ids.origins.forget(root);
  state.ids.origins.forget(aged);
  const renamed = (value: Value): Value => ({ root: aged, scale: value.scale, add: value.add });
  let held = false;
  if (state.ids.isAnchored(root)) {
    separateOlder(state, aged);
    for (const cell of state.ids.cellsHolding(root)) {
      const value = state.get(cell);
      if (value?.root !== root) continue;
      held = true;
      state.set(cell, renamed(value));
    }
    for (const id of state.ids.objectsMeasuredBy(root)) {
      const object = state.object(id);
      if (object === undefined) continue;
      const { size, length, tail } = object;
      if (![size, length, tail?.at, tail?.length].some((each) => each?.root === root)) continue;
      held = true;
      const rename = <T extends Value | undefined>(value: T): T | Value =>
        value?.root === root ? renamed(value) : value;
      state.setObject({
        ...object,
        size: rename(size),
        length: rename(length),
        tail: tail && { at: rename(tail.at), length: rename(tail.length) },
      });
    }
  }
  const facts = state.rootFacts.get(root);
  if (held && facts !== undefined) {
    state.ids.anchor(aged);
    state.setFacts(aged, facts);
  }
  state.forgetDecided((each) => each === root || each === aged);
  if (state.differences.size === 0) return;
  const remaining = new Map<number, number>();
  for (const [key, bound] of state.differences.entries()) {
    const a = firstOf(key);
    const b = secondOf(key);
    if (a === aged || b === aged) continue;
    if (a !== root && b !== root) remaining.set(key, bound);
    else if (held) remaining.set(pairKey(a === root ? aged : a, b === root ? aged : b), bound);
  }
  state.differences.replace(remaining);
}

/** What is older still was another value each time: nothing is known of what it points to any more. */
function separateOlder(state: State, aged: number): void {
  if (!state.ids.isAnchored(aged)) return;
  for (const cell of state.ids.cellsHolding(aged)) {
    const value = state.get(cell);
    if (value?.root !== aged) continue;
    const older = state.ids.root(cell, 'older');
    const facts = state.facts(aged);
    state.ids.anchor(older);
    state.setFacts(older, { ...facts, targets: [] });
    state.set(cell, { root: older, scale: value.scale, add: value.add });
  }
}

/** The same for how far pointers have come: offsets that are measured by a root keep the old value under its new name. */
export function renameOffsets(state: State, root: number, aged: number): void {
  const known = state.rootFacts.get(root);
  if (known === undefined) return;
  for (const [pointer, facts] of [...state.rootFacts.entries()]) {
    if (!facts.targets.some(({ offset }) => offset.root === root)) continue;
    const targets = facts.targets.map(
      (target): Target =>
        target.offset.root === root
          ? { ...target, offset: { ...target.offset, root: aged } }
          : target,
    );
    state.setFacts(pointer, { ...facts, targets });
    state.ids.anchor(aged);
    state.setFacts(aged, known);
  }
}

/** The index stands for another number from here on: what is read there is another element. */
export function forgetElements(state: State, root: number): void {
  for (const cell of state.ids.elementCellsBy(root)) state.remove(cell);
  for (const element of state.ids.elementsBy(root)) {
    const pointee = state.ids.knownRoot(element, 'pointee');
    if (state.rootFacts.has(element)) {
      renameRoot(state, element, state.ids.root(element, 'before'));
      state.rootFacts.delete(element);
    }
    if (pointee !== undefined) killObject(state, pointee);
  }
}

/** Forgets an object that stood for what another pointer pointed to. */
export function killObject(state: State, object: number, depth = 0): void {
  state.objectMap.delete(object);
  if (depth > 2) return;
  for (const cell of state.ids.cellsOf(object).values()) {
    state.cells.delete(cell);
    const root = state.ids.initial(cell);
    renameRoot(state, root, state.ids.root(root, 'before'));
    state.rootFacts.delete(root);
    killObject(state, state.ids.root(root, 'pointee'), depth + 1);
  }
  for (const part of state.ids.partsOf(object)) killObject(state, part, depth + 1);
}

/**
 * A pointer that walks from one unknown object to the next stands for another
 * object each round: what became of the last one says nothing of this one.
 */
export function killWalkedObject(joined: State, phi: number): void {
  const facts = joined.rootFacts.get(phi);
  if (facts === undefined) return;
  const isUnknown = (target: Target): boolean =>
    (joined.objectMap.get(target.object)?.kind ?? 'unknown') === 'unknown';
  const unknown = facts.targets.filter(isUnknown);
  const own = joined.ids.root(phi, 'pointee');
  if (facts.targets.length === 0) return killObject(joined, own);
  if (new Set(unknown.map((target) => target.object)).size < 2) return;
  const known = facts.targets.filter((target) => !isUnknown(target));
  joined.rootFacts.set(phi, {
    ...facts,
    targets: [...known, { object: own, offset: constant(0) }],
  });
  killObject(joined, own);
}
