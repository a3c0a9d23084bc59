import type { SyntaxNode } from '../../syntax/syntax.ts';

/**
 * What is known of a place (a variable or a field of one) where control has
 * come to:
 * - present, absent: it is `Some`/`Ok`, or `None`/`Err`
 * - min, max: a comparison bounds it from below, above
 * - nonzero, nonempty, nonnull: as they say
 * - valid: its text passed a check against a list, a pattern or a directory
 * - checked-file: the file system was asked about the path
 */
export type FactKind =
  | 'present'
  | 'absent'
  | 'min'
  | 'max'
  | 'nonzero'
  | 'nonempty'
  | 'nonnull'
  | 'valid'
  | 'checked-file';

export interface Fact {
  readonly kind: FactKind;
  readonly place: string;
  /** For min and max: the bound, where it is a number in the text. */
  readonly bound?: number;
  /** What established it. */
  readonly node: SyntaxNode;
}

/** What a condition establishes when it holds and when it does not. */
export interface Condition {
  readonly whenTrue: readonly Fact[];
  readonly whenFalse: readonly Fact[];
}

export const NOTHING_LEARNT: Condition = { whenTrue: [], whenFalse: [] };

/** Facts are kept to this many, the oldest go first: functions that need more are not written. */
const MAX_FACTS = 64;

/** The facts at one point of a function. Never changed in place, so points can share them. */
export class FactSet {
  static readonly none = new FactSet(new Map());
  private readonly byKey: ReadonlyMap<string, Fact>;

  private constructor(byKey: ReadonlyMap<string, Fact>) {
    this.byKey = byKey;
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
    for (const fact of known) next.set(`${fact.kind} ${fact.place}`, fact);
    for (const key of next.keys()) {
      if (next.size <= MAX_FACTS) break;
      next.delete(key);
    }
    return new FactSet(next);
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
    return next.size === this.byKey.size ? this : new FactSet(next);
  }

  /** What holds on both of two ways to the same point. */
  meet(other: FactSet): FactSet {
    if (other === this) return this;
    const next = new Map<string, Fact>();
    for (const [key, fact] of this.byKey) if (other.byKey.has(key)) next.set(key, fact);
    return next.size === this.byKey.size ? this : new FactSet(next);
  }
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
  return left.filter((fact) =>
    right.some((other) => other.kind === fact.kind && other.place === fact.place),
  );
}
