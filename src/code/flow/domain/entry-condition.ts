import type { RootFacts } from './value.ts';

/** The values that a parameter has on entry wherever something happens. Plain data. */
export interface EntryCondition {
  readonly parameter: number;
  readonly lo: number;
  readonly hi: number;
  /** Whether it may be zero, or null, and whether it may be anything else. */
  readonly mayBeZero: boolean;
  readonly mayBeNonZero: boolean;
  readonly isPointer: boolean;
}

/** What happens only where all of these hold; none where it may happen with any arguments. */
export type EntryConditions = readonly EntryCondition[];

/** What a condition would be that holds of any value. */
const ANY = {
  lo: Number.NEGATIVE_INFINITY,
  hi: Number.POSITIVE_INFINITY,
  mayBeZero: true,
  mayBeNonZero: true,
};

type Values = Pick<EntryCondition, keyof typeof ANY>;

/** What is known of a parameter, where that is more than its type says. */
export function entryCondition(
  parameter: number,
  facts: RootFacts,
  typed: { readonly lo: number; readonly hi: number },
  isPointer: boolean,
): EntryCondition | undefined {
  const values = isPointer ? nullness(facts) : numbers(facts);
  // What lies one number below the end of the type was only compared with something unknown.
  const saysNothing =
    values.lo <= typed.lo + 1 &&
    values.hi >= typed.hi - 1 &&
    values.mayBeZero &&
    values.mayBeNonZero;
  return saysNothing ? undefined : { parameter, ...values, isPointer };
}

function nullness({ mayBeNull, mayBeNonNull }: RootFacts): Values {
  return { ...ANY, mayBeZero: mayBeNull, mayBeNonZero: mayBeNonNull };
}

function numbers({ lo, hi, excluded }: RootFacts): Values {
  return {
    lo,
    hi,
    mayBeZero: lo <= 0 && hi >= 0 && !excluded.includes(0),
    mayBeNonZero: lo !== 0 || hi !== 0,
  };
}

/** Both of two conditions on the same parameter. */
export function bothConditions(a: EntryCondition, b: EntryCondition): EntryCondition {
  return {
    ...a,
    lo: Math.max(a.lo, b.lo),
    hi: Math.min(a.hi, b.hi),
    mayBeZero: a.mayBeZero && b.mayBeZero,
    mayBeNonZero: a.mayBeNonZero && b.mayBeNonZero,
  };
}

/** Whether the weaker conditions hold wherever the stronger ones do. */
export function isImplied(weaker: EntryConditions, stronger: EntryConditions): boolean {
  return weaker.every((one) => {
    const other = stronger.find(({ parameter }) => parameter === one.parameter);
    return (
      other !== undefined &&
      one.lo <= other.lo &&
      one.hi >= other.hi &&
      (one.mayBeZero || !other.mayBeZero) &&
      (one.mayBeNonZero || !other.mayBeNonZero)
    );
  });
}

/** What holds wherever one of two things happens. */
export function eitherCondition(a: EntryConditions, b: EntryConditions): EntryConditions {
  return a.flatMap((one) => {
    const other = b.find(({ parameter }) => parameter === one.parameter);
    if (other === undefined) return [];
    const either: EntryCondition = {
      ...one,
      lo: Math.min(one.lo, other.lo),
      hi: Math.max(one.hi, other.hi),
      mayBeZero: one.mayBeZero || other.mayBeZero,
      mayBeNonZero: one.mayBeNonZero || other.mayBeNonZero,
    };
    return isImplied([either], [{ ...either, ...ANY }]) ? [] : [either];
  });
}

/** Whether a value that is passed meets a condition: for certain, never, or perhaps. */
export function meets(facts: RootFacts, condition: EntryCondition): 'yes' | 'no' | 'maybe' {
  const given = condition.isPointer ? nullness(facts) : numbers(facts);
  const mayMeet =
    given.lo <= condition.hi &&
    given.hi >= condition.lo &&
    ((given.mayBeZero && condition.mayBeZero) || (given.mayBeNonZero && condition.mayBeNonZero));
  if (!mayMeet) return 'no';
  const always =
    given.lo >= condition.lo &&
    given.hi <= condition.hi &&
    (condition.mayBeZero || !given.mayBeZero) &&
    (condition.mayBeNonZero || !given.mayBeNonZero);
  // A pointer that is followed is not null, or that is what is wrong there.
  return always || (condition.isPointer && condition.mayBeNonZero) ? 'yes' : 'maybe';
}
