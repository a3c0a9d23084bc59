import type { SyntaxNode } from '../../syntax/syntax.ts';

/**
 * What is known of a place (a variable or a field of one) where control has
 * come to:
 * - present, absent: it is `Some`/`Ok`, or `None`/`Err`
 * - min, max: a comparison bounds it from below, above
 * - above, below: the same, where it is only not a number at the end of its range
 * - nonzero, nonempty, nonnull: as they say
 * - valid: its text passed a check against a list, a pattern or a directory
 * - checked-file: the file system was asked about the path
 */
export type FactKind =
  | 'present'
  | 'absent'
  | 'min'
  | 'max'
  | 'above'
  | 'below'
  | 'nonzero'
  | 'nonempty'
  | 'nonnull'
  | 'valid'
  | 'checked-file';

export interface Fact {
  readonly kind: FactKind;
  readonly place: string;
  /** For min, max, above and below: the bound, itself included, where it is known. */
  readonly bound?: bigint;
  /** What established it. */
  readonly node: SyntaxNode;
}

/** What a condition establishes when it holds and when it does not. */
export interface Condition {
  readonly whenTrue: readonly Fact[];
  readonly whenFalse: readonly Fact[];
}

export const NOTHING_LEARNT: Condition = { whenTrue: [], whenFalse: [] };

const NUMERIC: readonly FactKind[] = ['min', 'max', 'above', 'below', 'nonzero'];

/** Facts are kept to this many, the oldest go first: functions that need more are not written. */
const MAX_FACTS = 64;

/** The facts at one point of a function. Never changed in place, so points can share them. */
export class FactSet {
  static readonly none = new FactSet(new Map(), false);
  private readonly byKey: ReadonlyMap<string, Fact>;
  /** Whether some are missing, since there were too many of them. */
  readonly isCut: boolean;

  private constructor(byKey: ReadonlyMap<string, Fact>, isCut: boolean) {
    this.byKey = byKey;
    this.isCut = isCut;
  }

  get(kind: FactKind, place: string): Fact | undefined {
    return place === '' ? undefined : this.byKey.get(`${kind} ${place}`);
  }

  has(kind: FactKind, place: string): boolean {
    return this.get(kind, place) !== undefined;
  }

  all(): Iterable<Fact> {
    return this.byKey.values();
  }

  with(facts: readonly Fact[]): FactSet {
    const known = facts.filter((fact) => fact.place !== '');
    if (known.length === 0) return this;
    const next = new Map(this.byKey);
    for (const fact of known) {
      const key = `${fact.kind} ${fact.place}`;
      next.set(key, tighter(fact, next.get(key)));
    }
    const isCut = this.isCut || next.size > MAX_FACTS;
    for (const key of next.keys()) {
      if (next.size <= MAX_FACTS) break;
      next.delete(key);
    }
    return new FactSet(next, isCut);
  }

  /** Without what was known of a place and its parts; `kinds` limits what is forgotten. */
  kill(place: string, kinds?: readonly FactKind[]): FactSet {
    if (place === '' || this.byKey.size === 0) return this;
    const next = new Map<string, Fact>();
    for (const [key, fact] of this.byKey) {
      const concerned =
        (fact.place === place || fact.place.startsWith(`${place}.`)) &&
        (kinds === undefined || kinds.includes(fact.kind));
      if (!concerned) next.set(key, fact);
    }
    return next.size === this.byKey.size ? this : new FactSet(next, this.isCut);
  }

  /** Without what bounds the number in a place, but with what is known of its parts. */
  killNumber(place: string): FactSet {
    const keys = NUMERIC.map((kind) => `${kind} ${place}`).filter((key) => this.byKey.has(key));
    if (keys.length === 0) return this;
    const next = new Map(this.byKey);
    for (const key of keys) next.delete(key);
    return new FactSet(next, this.isCut);
  }

  /** What holds on both of two ways to the same point. */
  meet(other: FactSet): FactSet {
    if (other === this) return this;
    const next = new Map<string, Fact>();
    let isSame = true;
    for (const [key, fact] of this.byKey) {
      const there = other.byKey.get(key);
      if (there === undefined) continue;
      const kept = looser(fact, there);
      isSame &&= kept === fact;
      next.set(key, kept);
    }
    const isCut = this.isCut || other.isCut;
    isSame &&= isCut === this.isCut;
    return isSame && next.size === this.byKey.size ? this : new FactSet(next, isCut);
  }
}

function isUpper({ kind }: Fact): boolean {
  return kind === 'max' || kind === 'below';
}

/** A new fact, with the bound of an older one where that says more. */
function tighter(fact: Fact, known: Fact | undefined): Fact {
  if (known?.bound === undefined) return fact;
  const { bound } = fact;
  const isTighter =
    bound !== undefined && (isUpper(fact) ? bound <= known.bound : bound >= known.bound);
  return isTighter ? fact : { ...fact, bound: known.bound };
}

/** A fact with the bound that holds on both of two ways. */
function looser(fact: Fact, other: Fact): Fact {
  if (fact.bound === undefined) return fact;
  if (other.bound === undefined) {
    const { bound: _, ...unbounded } = fact;
    return unbounded;
  }
  const isLooser = isUpper(fact) ? fact.bound >= other.bound : fact.bound <= other.bound;
  return isLooser ? fact : { ...fact, bound: other.bound };
}

export function bothHold(left: Condition, right: Condition): Condition {
  return {
    whenTrue: [...left.whenTrue, ...right.whenTrue].slice(-MAX_FACTS),
    whenFalse: common(left.whenFalse, right.whenFalse),
  };
}

export function eitherHolds(left: Condition, right: Condition): Condition {
  return {
    whenTrue: common(left.whenTrue, right.whenTrue),
    whenFalse: [...left.whenFalse, ...right.whenFalse].slice(-MAX_FACTS),
  };
}

export function negated(condition: Condition): Condition {
  return { whenTrue: condition.whenFalse, whenFalse: condition.whenTrue };
}

function common(left: readonly Fact[], right: readonly Fact[]): Fact[] {
  return left.flatMap((fact) => {
    const other = right.find(({ kind, place }) => kind === fact.kind && place === fact.place);
    return other === undefined ? [] : [looser(fact, other)];
  });
}
