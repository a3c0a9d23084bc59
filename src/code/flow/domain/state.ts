import { type DecidedConditions, decidedWithout, NOTHING_DECIDED } from './decided-conditions.ts';
import { DifferenceBounds, firstOf, pairKey, secondOf } from './difference-bounds.ts';
import { sameFacts } from './facts-lattice.ts';
import { type MemoryObject, sameObject } from './memory-object.ts';
import { PersistentMap } from './persistent-map.ts';
import {
  plus,
  type Range,
  type RootFacts,
  rootValue,
  sameValue,
  TOP_FACTS,
  type Value,
} from './value.ts';
import type { ValueNumbering } from './value-numbering.ts';

/**
 * What holds at one point of a function: the values in memory cells, facts of
 * the roots they mention, the objects, and differences between roots. Copies
 * share what neither has written.
 */
export class State {
  readonly ids: ValueNumbering;
  readonly cells: PersistentMap<Value>;
  readonly rootFacts: PersistentMap<RootFacts>;
  readonly objectMap: PersistentMap<MemoryObject>;
  readonly differences: DifferenceBounds;
  /** How conditions came out of which the facts of roots cannot tell. */
  decided: DecidedConditions;

  constructor(identities: ValueNumbering, from?: State) {
    this.ids = identities;
    this.cells = new PersistentMap(from?.cells);
    this.rootFacts = new PersistentMap(from?.rootFacts);
    this.objectMap = new PersistentMap(from?.objectMap);
    this.differences = new DifferenceBounds(from?.differences);
    this.decided = from?.decided ?? NOTHING_DECIDED;
  }

  /** A state of its own that says the same. */
  copy(): State {
    return new State(this.ids, this);
  }

  /** What a cell holds; undefined where it was never written. */
  get(cell: number): Value | undefined {
    return this.cells.get(cell);
  }

  /** Writes a cell; one that holds a result, a null or nothing written keeps states apart. */
  set(cell: number, value: Value): void {
    this.cells.set(cell, value);
    if (value.root === 0) return;
    this.ids.recordHolder(value.root, cell);
    this.anchor(value.root);
    const facts = this.rootFacts.get(value.root);
    if (
      facts !== undefined &&
      (facts.from !== '' || facts.uninitialised === 'yes' || facts.nullOrigin !== undefined)
    ) {
      this.ids.tracked.cells.add(cell);
    }
  }

  /** Forgets what a cell holds. */
  remove(cell: number): void {
    this.cells.delete(cell);
  }

  /** The cells that were written, with what they hold. */
  entries(): [number, Value][] {
    return this.cells.entries();
  }

  /** What is known of a root. */
  facts(root: number): RootFacts {
    const { ids } = this;
    const known = ids.isAnchored(root) ? this.rootFacts.get(root) : ids.scratch.get(root);
    return known ?? ids.defaults(root);
  }

  /** Whether more is known of a root than holds of it everywhere. */
  hasFacts(root: number): boolean {
    return this.ids.isAnchored(root) ? this.rootFacts.has(root) : this.ids.scratch.has(root);
  }

  /** Says what is known of a root from here on. */
  setFacts(root: number, facts: RootFacts): void {
    if (this.ids.isAnchored(root)) this.rootFacts.set(root, facts);
    else this.ids.scratch.set(root, facts);
    for (const target of facts.targets) this.anchor(target.offset.root);
  }

  /** A root that something holds moves from the scratch of the step into the state. */
  anchor(root: number): void {
    const { ids } = this;
    if (root === 0 || ids.isAnchored(root)) return;
    ids.anchor(root);
    const facts = ids.scratch.get(root);
    if (facts !== undefined) this.rootFacts.set(root, facts);
  }

  /** An object, undefined where it was not met yet. */
  object(id: number): MemoryObject | undefined {
    return this.objectMap.get(id);
  }

  /** All objects that were met. */
  objects(): MemoryObject[] {
    const all: MemoryObject[] = [];
    this.objectMap.visit((_id, object) => {
      all.push(object);
    });
    this.ids.budget.spend(all.length);
    return all;
  }

  /** Says what is known of an object from here on. */
  setObject(object: MemoryObject): void {
    this.objectMap.set(object.id, object);
    if (object.size !== undefined) this.measure(object.size.root, object.id);
    if (object.length !== undefined) this.measure(object.length.root, object.id);
    if (object.tail !== undefined) {
      this.measure(object.tail.at.root, object.id);
      this.measure(object.tail.length.root, object.id);
    }
    if (object.kind === 'static') this.ids.statics.add(object.id);
    if (object.kind === 'heap' || object.kind === 'resource')
      this.ids.tracked.objects.add(object.id);
  }

  private measure(root: number, object: number): void {
    if (root === 0) return;
    this.ids.recordMeasure(root, object);
    this.anchor(root);
  }

  /** Records root a - root b <= difference, keeping the tighter bound. */
  constrain(a: number, b: number, difference: number): void {
    if (a === b || a === 0 || b === 0) return;
    const key = pairKey(a, b);
    const known = this.differences.get(key);
    if (known !== undefined && known <= difference) return;
    this.differences.set(key, difference);
  }

  /** Whether anything is known of how roots relate to others. */
  hasRelations(): boolean {
    return this.differences.size > 0 || this.decided.size > 0;
  }

  /** Forgets how conditions came out that are about roots which stand for something else now. */
  forgetDecided(isChanged: (root: number) => boolean): void {
    if (this.decided.size === 0) return;
    this.decided = decidedWithout(this.decided, (id) =>
      this.ids.rootsOfCondition(id).some(isChanged),
    );
  }

  /** The range of a value, from its root's. */
  range(value: Value): Range {
    if (value.root === 0) return { lo: value.add, hi: value.add };
    const facts = this.facts(value.root);
    const a = facts.lo * value.scale + value.add;
    const b = facts.hi * value.scale + value.add;
    return a <= b ? { lo: a, hi: b } : { lo: b, hi: a };
  }

  /** The facts of a value, with its range in place of its root's. */
  factsOfValue(value: Value): RootFacts {
    const { lo, hi } = this.range(value);
    if (value.root === 0) {
      const isNull = value.add === 0;
      return { ...TOP_FACTS, lo, hi, mayBeNull: isNull, mayBeNonNull: !isNull };
    }
    const facts = this.facts(value.root);
    if (value.scale === 1 && value.add === 0) return facts;
    const excluded =
      facts.excluded.length === 0
        ? facts.excluded
        : facts.excluded.map((n) => n * value.scale + value.add).sort((a, b) => a - b);
    const targets = facts.targets.map((target) => ({
      object: target.object,
      offset: plus(target.offset, value.add),
    }));
    return { ...facts, lo, hi, targets, excluded };
  }

  /** Whether a value is known not to be a number. */
  excludes({ root, scale, add }: Value, number: number): boolean {
    if (root === 0) return add !== number;
    const { excluded } = this.facts(root);
    return excluded.length > 0 && excluded.includes((number - add) / scale);
  }

  /** The greatest c such that nothing contradicts a - b <= c, from ranges and comparisons. */
  upperDifference(a: Value, b: Value): number {
    if (a.root === b.root && a.scale === b.scale) return a.add - b.add;
    const ra = this.range(a);
    const rb = this.range(b);
    let bound = ra.hi - rb.lo;
    if (Number.isNaN(bound)) bound = Number.POSITIVE_INFINITY;
    if (a.root !== 0 && b.root !== 0 && a.scale === b.scale && a.scale > 0) {
      const direct = this.differences.between(a.root, b.root);
      bound = Math.min(bound, direct * a.scale + a.add - b.add);
      if (direct === Number.POSITIVE_INFINITY) {
        const through = this.differences.throughAnother(a.root, b.root);
        bound = Math.min(bound, through * a.scale + a.add - b.add);
      }
    }
    return bound;
  }

  /** The least c for which a comparison showed root a - root b <= c; their ranges do not count. */
  comparedDifference(a: number, b: number): number {
    return this.differences.between(a, b);
  }

  /** Whether a <= b holds on this path. */
  atMost(a: Value, b: Value): boolean {
    return this.upperDifference(a, b) <= 0;
  }

  /** What makes two states worth keeping apart: the fate of resources and of unwritten variables. */
  propertyState(): string {
    let text = '';
    const { objects, given, cells } = this.ids.tracked;
    for (const id of objects) {
      const object = this.objectMap.get(id);
      if (object !== undefined) text += `${id}${object.lifetime};`;
    }
    for (const id of given) if (this.objectMap.get(id)?.lifetime === 'freed') text += `f${id};`;
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

  /** Whether the other state says the same, except that it may bound more differences. */
  equals(other: State): boolean {
    const agree =
      PersistentMap.agree(this.cells, other.cells, both(sameValue)) &&
      PersistentMap.agree(
        this.rootFacts,
        other.rootFacts,
        (ours, theirs) => ours === undefined || theirs === undefined || sameFacts(ours, theirs),
      ) &&
      PersistentMap.agree(this.objectMap, other.objectMap, both(sameObject));
    if (!agree) return false;
    for (const [id, holds] of this.decided) if (other.decided.get(id) !== holds) return false;
    if (this.differences.shares(other.differences)) return true;
    for (const [key, bound] of this.differences.entries()) {
      const [a, b] = [rootValue(firstOf(key)), rootValue(secondOf(key))];
      if (other.upperDifference(a, b) > bound) return false;
    }
    return true;
  }
}

/** What a cell holds; where the state has nothing, what it held before the function. */
export function cellValue(state: State, cell: number): Value {
  return state.cells.get(cell) ?? rootValue(state.ids.initial(cell));
}

/** Same only where both are there. */
function both<T>(same: (a: T, b: T) => boolean): (a: T | undefined, b: T | undefined) => boolean {
  return (a, b) => a !== undefined && b !== undefined && same(a, b);
}

/** The state at one return of a function, with the value returned. */
export interface ReturnState {
  readonly state: State;
  readonly value: Value | undefined;
  /** Whether what the value points to can be reached otherwise, too. */
  readonly isShared?: boolean;
}
