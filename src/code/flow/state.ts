import { joinObjects, type MemoryObject, sameObject } from './memory-object.ts';
import { PersistentMap } from './persistent-map.ts';
import {
  constant,
  joinFacts,
  MAX_TARGETS,
  plus,
  type Range,
  type RootFacts,
  rootValue,
  sameFacts,
  sameValue,
  type Target,
  UNKNOWN_FACTS,
  type Value,
} from './value.ts';

/** Ids that stay the same from one round of the analysis to the next. */
export interface Identities {
  /** A value number for a place and purpose. */
  root(key: unknown, purpose?: string): number;
  /** The value number for a cell where paths meet. */
  phi(block: number, cell: number): number;
  /** The value number of what a cell held before the function touched it. */
  initial(cell: number): number;
  /** The cells of an object that were ever named. */
  cellsOf(object: number): ReadonlyMap<string, number>;
  /** Facts of intermediate results, which nothing holds; forgotten with the step that made them. */
  readonly scratch: Map<number, RootFacts>;
  /** Notes that a root is held by a cell, an object or a pointer. */
  anchor(root: number): void;
  isAnchored(root: number): boolean;
  /** Objects and cells whose fate keeps states apart. */
  readonly tracked: { readonly objects: Set<number>; readonly cells: Set<number> };
  /** What holds of a root wherever nothing more is known. */
  defaults(root: number): RootFacts;
  /** The same where the root is what a cell held before the function touched it, else undefined. */
  initialFacts(root: number): RootFacts | undefined;
}

/**
 * What holds at one point of a function: the values in memory cells, facts of
 * the roots they mention, the objects, and differences between roots. Copies
 * share what neither has written.
 */
export class State {
  private readonly identities: Identities;
  private readonly cells: PersistentMap<Value>;
  private rootFacts: PersistentMap<RootFacts>;
  private readonly objectMap: PersistentMap<MemoryObject>;
  /** `a * 2^26 + b -> c` says root a - root b <= c. */
  private differences: Map<number, number>;
  private ownsDifferences: boolean;

  constructor(identities: Identities, from?: State) {
    this.identities = identities;
    this.cells = new PersistentMap(from?.cells);
    this.rootFacts = new PersistentMap(from?.rootFacts);
    this.objectMap = new PersistentMap(from?.objectMap);
    this.differences = from?.differences ?? new Map();
    this.ownsDifferences = from === undefined;
    if (from !== undefined) from.ownsDifferences = false;
  }

  copy(): State {
    return new State(this.identities, this);
  }

  get(cell: number): Value | undefined {
    return this.cells.get(cell);
  }

  set(cell: number, value: Value): void {
    this.cells.set(cell, value);
    if (value.root === 0) return;
    this.anchor(value.root);
    const facts = this.rootFacts.get(value.root);
    if (
      facts !== undefined &&
      (facts.from !== '' || facts.uninitialised === 'yes' || facts.nullOrigin !== undefined)
    ) {
      this.identities.tracked.cells.add(cell);
    }
  }

  remove(cell: number): void {
    this.cells.delete(cell);
  }

  entries(): [number, Value][] {
    return [...this.cells.entries()];
  }

  facts(root: number): RootFacts {
    const { identities } = this;
    const known = identities.isAnchored(root)
      ? this.rootFacts.get(root)
      : identities.scratch.get(root);
    return known ?? identities.defaults(root);
  }

  hasFacts(root: number): boolean {
    return this.identities.isAnchored(root)
      ? this.rootFacts.has(root)
      : this.identities.scratch.has(root);
  }

  setFacts(root: number, facts: RootFacts): void {
    if (this.identities.isAnchored(root)) this.rootFacts.set(root, facts);
    else this.identities.scratch.set(root, facts);
    for (const target of facts.targets) this.anchor(target.offset.root);
  }

  /** A root that something holds moves from the scratch of the step into the state. */
  private anchor(root: number): void {
    const { identities } = this;
    if (root === 0 || identities.isAnchored(root)) return;
    identities.anchor(root);
    const facts = identities.scratch.get(root);
    if (facts !== undefined) this.rootFacts.set(root, facts);
  }

  object(id: number): MemoryObject | undefined {
    return this.objectMap.get(id);
  }

  objects(): MemoryObject[] {
    const all: MemoryObject[] = [];
    this.objectMap.visit((_id, object) => {
      all.push(object);
    });
    return all;
  }

  setObject(object: MemoryObject): void {
    this.objectMap.set(object.id, object);
    if (object.size !== undefined) this.anchor(object.size.root);
    if (object.length !== undefined) this.anchor(object.length.root);
    if (object.kind === 'heap' || object.kind === 'resource')
      this.identities.tracked.objects.add(object.id);
  }

  private writable(): Map<number, number> {
    if (!this.ownsDifferences) {
      this.differences = new Map(this.differences);
      this.ownsDifferences = true;
    }
    return this.differences;
  }

  /** Records root a - root b <= difference, keeping the tighter bound. */
  constrain(a: number, b: number, difference: number): void {
    if (a === b || a === 0 || b === 0) return;
    const key = a * 67108864 + b;
    const known = this.differences.get(key);
    if (known !== undefined && known <= difference) return;
    this.writable().set(key, difference);
  }

  private difference(a: number, b: number): number {
    return this.differences.get(a * 67108864 + b) ?? Number.POSITIVE_INFINITY;
  }

  /** The range of a value, from its root's. */
  range(value: Value): Range {
    if (value.root === 0) return { lo: value.add, hi: value.add };
    const facts = this.facts(value.root);
    const a = facts.lo * value.scale + value.add;
    const b = facts.hi * value.scale + value.add;
    return a <= b ? { lo: a, hi: b } : { lo: b, hi: a };
  }

  /** The greatest c such that nothing contradicts a - b <= c, from ranges and comparisons. */
  upperDifference(a: Value, b: Value): number {
    if (a.root === b.root && a.scale === b.scale) return a.add - b.add;
    const ra = this.range(a);
    const rb = this.range(b);
    let bound = ra.hi - rb.lo;
    if (Number.isNaN(bound)) bound = Number.POSITIVE_INFINITY;
    if (a.root !== 0 && b.root !== 0 && a.scale === b.scale && a.scale > 0) {
      const direct = this.difference(a.root, b.root);
      bound = Math.min(bound, direct * a.scale + a.add - b.add);
      if (direct === Number.POSITIVE_INFINITY) bound = Math.min(bound, this.twoStep(a, b));
    }
    return bound;
  }

  private twoStep(a: Value, b: Value): number {
    let best = Number.POSITIVE_INFINITY;
    for (const [key, first] of this.differences) {
      const from = Math.floor(key / 67108864);
      if (from !== a.root) continue;
      const middle = key - from * 67108864;
      best = Math.min(best, first + this.difference(middle, b.root));
    }
    return best * a.scale + a.add - b.add;
  }

  /** Whether a <= b holds on this path. */
  atMost(a: Value, b: Value): boolean {
    return this.upperDifference(a, b) <= 0;
  }

  /** What makes two states worth keeping apart: the fate of resources and of unwritten variables. */
  signature(): string {
    let text = '';
    const { objects, cells } = this.identities.tracked;
    for (const id of objects) {
      const object = this.objectMap.get(id);
      if (object !== undefined) text += `${id}${object.state};`;
    }
    for (const cell of cells) {
      const value = this.cells.get(cell);
      if (value === undefined || value.root === 0) continue;
      const facts = this.rootFacts.get(value.root);
      if (facts === undefined) continue;
      if (facts.uninitialised === 'yes') text += `u${cell};`;
      else if (!facts.mayBeNonNull) text += `z${cell};`;
      else if (facts.from !== '' && !facts.mayBeNull) text += `n${cell};`;
    }
    return text;
  }

  /**
   * Where two paths meet. Cells with different values get a root of their own,
   * the same one each round. `previous` is the state of the last round, whose
   * ranges are widened to the thresholds so that loops come to an end.
   */
  static join(
    states: readonly State[],
    block: number,
    identities: Identities,
    previous: State | undefined,
    widen: ((value: number, up: boolean) => number) | undefined,
    isHead = false,
  ): State {
    const [first, ...rest] = states;
    if (first === undefined) throw new Error('nothing to join');
    if (rest.length === 0 && previous === undefined) return first.copy();
    const joined = first.copy();
    const fresh = new Map<number, number>();
    for (const cell of PersistentMap.differing(states.map((state) => state.cells))) {
      const value = first.cells.get(cell) ?? rootValue(identities.initial(cell));
      const same = rest.every((state) =>
        sameValue(state.cells.get(cell) ?? rootValue(identities.initial(cell)), value),
      );
      if (same) continue;
      const phi = identities.phi(block, cell);
      joined.set(cell, rootValue(phi));
      fresh.set(phi, cell);
    }
    if (previous !== undefined) State.keepPhis(joined, previous, fresh, block);
    State.joinRoots(joined, states, fresh, previous, widen);
    State.separate(joined, fresh, block, identities);
    for (const id of PersistentMap.differing(states.map((state) => state.objectMap))) {
      let merged: MemoryObject | undefined;
      for (const state of states) {
        const object = state.objectMap.get(id);
        if (object !== undefined)
          merged = merged === undefined ? object : joinObjects(merged, object);
      }
      if (merged !== undefined) joined.objectMap.set(id, merged);
    }
    State.joinDifferences(joined, states, fresh);
    if (previous !== undefined && widen !== undefined) joined.widenDifferences(previous);
    if (isHead) for (const phi of fresh.keys()) State.renewList(joined, phi);
    return joined;
  }

  /**
   * A pointer that walks from one unknown object to the next stands for another
   * object each round: what became of the last one says nothing of this one.
   */
  private static renewList(joined: State, phi: number): void {
    const facts = joined.rootFacts.get(phi);
    if (facts === undefined) return;
    const isUnknown = (target: Target): boolean =>
      (joined.objectMap.get(target.object)?.kind ?? 'unknown') === 'unknown';
    const unknown = facts.targets.filter(isUnknown);
    const own = joined.identities.root(phi, 'pointee');
    if (facts.targets.length === 0) return joined.renew(own, 0);
    if (new Set(unknown.map((target) => target.object)).size < 2) return;
    const known = facts.targets.filter((target) => !isUnknown(target));
    joined.rootFacts.set(phi, {
      ...facts,
      targets: [...known, { object: own, offset: constant(0) }],
    });
    joined.renew(own, 0);
  }

  /** Forgets an object that stood for what another pointer pointed to. */
  renew(object: number, depth: number): void {
    this.objectMap.delete(object);
    if (depth > 2) return;
    for (const cell of this.identities.cellsOf(object).values()) {
      this.cells.delete(cell);
      const root = this.identities.initial(cell);
      this.retire(root, this.identities.root(root, 'before'));
      this.rootFacts.delete(root);
      this.renew(this.identities.root(root, 'pointee'), depth + 1);
    }
  }

  /** A cell that had a root of its own at this head keeps it, so that the rounds only ever lose knowledge. */
  private static keepPhis(
    joined: State,
    previous: State,
    fresh: Map<number, number>,
    block: number,
  ): void {
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

  private static joinRoots(
    joined: State,
    states: readonly State[],
    fresh: ReadonlyMap<number, number>,
    previous: State | undefined,
    widen: ((value: number, up: boolean) => number) | undefined,
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
      if (merged !== undefined) joined.rootFacts.set(root, merged);
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
        const facts = state.factsOfValue(
          state.cells.get(cell) ?? rootValue(state.identities.initial(cell)),
        );
        merged = merged === undefined ? facts : joinFacts(merged, facts);
      }
      if (merged === undefined) continue;
      merged = State.mergeOffsets(joined, states, phi, cell, merged, previous, widen);
      const before = previous?.rootFacts.get(phi);
      joined.rootFacts.set(
        phi,
        before === undefined || widen === undefined ? merged : widened(before, merged, widen),
      );
    }
  }

  /** A pointer that is at different places of one object on different paths gets one offset for all. */
  private static mergeOffsets(
    joined: State,
    states: readonly State[],
    phi: number,
    cell: number,
    facts: RootFacts,
    previous: State | undefined,
    widen: ((value: number, up: boolean) => number) | undefined,
  ): RootFacts {
    if (facts.targets.length === 0) return facts;
    const earlier = previous?.rootFacts.get(phi);
    const rest = joined.identities.root(phi, 'pointee');
    // A pointer that nobody has looked through points to the start of an object of its own.
    const found = states.flatMap((state) => {
      const value = state.cells.get(cell) ?? rootValue(joined.identities.initial(cell));
      if (value.root === 0) return [];
      const { targets } = state.factsOfValue(value);
      const own: Target = {
        object: joined.identities.root(value.root, 'pointee'),
        offset: constant(value.add),
      };
      return (targets.length === 0 ? [own] : targets).map(({ object, offset }) => ({
        // A walk along a list ends in one object that stands for all further ones.
        object:
          widen === undefined ||
          earlier === undefined ||
          earlier.targets.some((target) => target.object === object)
            ? object
            : rest,
        offset,
        range: state.range(offset),
      }));
    });
    const targets: Target[] = [];
    for (const object of new Set(found.map((target) => target.object))) {
      const here = found.filter((target) => target.object === object);
      const [first, ...others] = here;
      if (first === undefined) continue;
      const root = joined.identities.root(phi, `offset ${object}`);
      const had =
        earlier?.targets.some(
          (target) => target.object === object && !sameValue(target.offset, first.offset),
        ) ?? false;
      if (!had && others.every((target) => sameValue(target.offset, first.offset))) {
        targets.push({ object, offset: first.offset });
        continue;
      }
      const lo = Math.min(...here.map((target) => target.range.lo));
      const hi = Math.max(...here.map((target) => target.range.hi));
      joined.identities.anchor(root);
      const now: RootFacts = { ...UNKNOWN_FACTS, lo, hi };
      const before = previous?.rootFacts.get(root);
      joined.rootFacts.set(
        root,
        before === undefined || widen === undefined ? now : widened(before, now, widen),
      );
      targets.push({ object, offset: rootValue(root) });
    }
    if (targets.length > MAX_TARGETS) targets.length = MAX_TARGETS;
    return { ...facts, targets };
  }

  /** Another cell that still holds a root which has just been given anew gets a root of its own. */
  private static separate(
    joined: State,
    fresh: ReadonlyMap<number, number>,
    block: number,
    identities: Identities,
  ): void {
    if (fresh.size === 0) return;
    for (const [cell, value] of joined.cells.entries()) {
      const owner = fresh.get(value.root);
      if (owner === undefined || owner === cell) continue;
      const phi = identities.phi(block, cell);
      joined.rootFacts.set(phi, joined.factsOfValue(value));
      joined.set(cell, rootValue(phi));
    }
  }

  private static joinDifferences(
    joined: State,
    states: readonly State[],
    fresh: ReadonlyMap<number, number>,
  ): void {
    joined.differences = new Map();
    joined.ownsDifferences = true;
    const at = (state: State, root: number): Value => {
      const cell = fresh.get(root);
      if (cell === undefined) return rootValue(root);
      return state.cells.get(cell) ?? rootValue(state.identities.initial(cell));
    };
    const keys = new Set<number>();
    for (const state of states) for (const key of state.differences.keys()) keys.add(key);
    for (const key of keys) {
      const a = Math.floor(key / 67108864);
      const b = key - a * 67108864;
      let worst = Number.NEGATIVE_INFINITY;
      for (const state of states)
        worst = Math.max(worst, state.upperDifference(at(state, a), at(state, b)));
      if (worst < 4294967296) joined.differences.set(key, worst);
    }
    if (fresh.size === 0) return;
    // A variable that now has a root of its own keeps a bound that held of its old values.
    for (const [phi, cell] of fresh) {
      for (const state of states) {
        const value = state.cells.get(cell);
        if (value === undefined || value.root === 0 || value.scale !== 1) continue;
        for (const key of state.differences.keys()) {
          const a = Math.floor(key / 67108864);
          const b = key - a * 67108864;
          if (a !== value.root || fresh.has(b)) continue;
          let worst = Number.NEGATIVE_INFINITY;
          for (const other of states)
            worst = Math.max(worst, other.upperDifference(at(other, phi), rootValue(b)));
          if (worst < 4294967296) joined.constrain(phi, b, worst);
        }
      }
    }
  }

  /** A bound that grew since the last round is given up, and stays so: the infinite one says it. */
  private widenDifferences(previous: State): void {
    for (const [key, before] of previous.differences) {
      const now = this.differences.get(key);
      if (before === Number.POSITIVE_INFINITY || (now !== undefined && now > before))
        this.differences.set(key, Number.POSITIVE_INFINITY);
    }
  }

  /** The facts of a value, with its range in place of its root's. */
  factsOfValue(value: Value): RootFacts {
    const { lo, hi } = this.range(value);
    if (value.root === 0) {
      const isNull = value.add === 0;
      return { ...UNKNOWN_FACTS, lo, hi, mayBeNull: isNull, mayBeNonNull: !isNull };
    }
    const facts = this.facts(value.root);
    if (value.scale === 1 && value.add === 0) return facts;
    const targets = facts.targets.map((target) => ({
      object: target.object,
      offset: plus(target.offset, value.add),
    }));
    return { ...facts, lo, hi, targets };
  }

  /** Whether the other state says the same, except that it may bound more differences. */
  equals(other: State): boolean {
    for (const cell of PersistentMap.differing([this.cells, other.cells])) {
      const value = this.cells.get(cell);
      const theirs = other.cells.get(cell);
      if (value === undefined || theirs === undefined) {
        if (value !== theirs) return false;
      } else if (!sameValue(value, theirs)) return false;
    }
    for (const root of PersistentMap.differing([this.rootFacts, other.rootFacts])) {
      const facts = this.rootFacts.get(root);
      const theirs = other.rootFacts.get(root);
      if (facts !== undefined && theirs !== undefined && !sameFacts(facts, theirs)) return false;
    }
    for (const id of PersistentMap.differing([this.objectMap, other.objectMap])) {
      const object = this.objectMap.get(id);
      const theirs = other.objectMap.get(id);
      if (object === undefined || theirs === undefined) {
        if (object !== theirs) return false;
      } else if (!sameObject(object, theirs)) return false;
    }
    if (process.env['ND']) return true;
    if (this.differences === other.differences) return true;
    for (const [key, bound] of this.differences) {
      const a = Math.floor(key / 67108864);
      const b = key - a * 67108864;
      if (other.upperDifference(rootValue(a), rootValue(b)) > bound) return false;
    }
    return true;
  }

  /** Whether anything relates a root to another. */
  hasDifferences(): boolean {
    return this.differences.size > 0;
  }

  /** A root is about to stand for something new: what still holds the old value is renamed. */
  retire(root: number, aged: number): void {
    const renamed = (value: Value): Value => ({ root: aged, scale: value.scale, add: value.add });
    let held = false;
    if (this.identities.isAnchored(root)) {
      for (const [cell, value] of this.cells.entries()) {
        if (value.root !== root) continue;
        this.set(cell, renamed(value));
        held = true;
      }
      for (const object of this.objects()) {
        if (object.size?.root !== root && object.length?.root !== root) continue;
        const rename = (value: Value | undefined): Value | undefined =>
          value?.root === root ? renamed(value) : value;
        this.setObject({ ...object, size: rename(object.size), length: rename(object.length) });
        held = true;
      }
    }
    const facts = this.rootFacts.get(root);
    if (held && facts !== undefined) {
      this.identities.anchor(aged);
      this.setFacts(aged, facts);
    }
    if (this.differences.size === 0) return;
    const kept = new Map<number, number>();
    for (const [key, bound] of this.differences) {
      const a = Math.floor(key / 67108864);
      const b = key - a * 67108864;
      if (a === aged || b === aged) continue;
      if (a !== root && b !== root) kept.set(key, bound);
      else if (held) kept.set((a === root ? aged : a) * 67108864 + (b === root ? aged : b), bound);
    }
    this.differences = kept;
    this.ownsDifferences = true;
  }

  /** Drops roots that no cell, object or fact mentions any more. */
  collect(): void {
    const used = new Set<number>();
    this.cells.visit((_cell, value) => {
      used.add(value.root);
    });
    this.objectMap.visit((_id, object) => {
      if (object.size !== undefined) used.add(object.size.root);
      if (object.length !== undefined) used.add(object.length.root);
    });
    const work = [...used];
    for (let root = work.pop(); root !== undefined; root = work.pop()) {
      for (const target of this.facts(root).targets) {
        if (!used.has(target.offset.root)) {
          used.add(target.offset.root);
          work.push(target.offset.root);
        }
      }
    }
    for (const [root] of this.rootFacts.entries()) if (!used.has(root)) this.rootFacts.delete(root);
    if (this.differences.size > 0) {
      const kept = new Map<number, number>();
      for (const [key, bound] of this.differences) {
        const a = Math.floor(key / 67108864);
        if (used.has(a) && used.has(key - a * 67108864)) kept.set(key, bound);
      }
      this.differences = kept;
      this.ownsDifferences = true;
    }
  }
}

function widened(
  before: RootFacts,
  now: RootFacts,
  widen: (value: number, up: boolean) => number,
): RootFacts {
  const lo = now.lo < before.lo ? widen(now.lo, false) : before.lo;
  const hi = now.hi > before.hi ? widen(now.hi, true) : before.hi;
  return { ...joinFacts(before, now), lo, hi, targets: now.targets };
}
