import type { RootFacts, Value } from './value.ts';

/** How callers tell the results of a function apart: below zero, zero or null, above zero. */
const SIGNS = ['negative', 'zero', 'positive'] as const;
export type Sign = (typeof SIGNS)[number];

/** Something for each result; undefined for a result that does not come. A pointer that is not null has two of them. */
export type BySign<T> = Readonly<Record<Sign, T | undefined>>;

/** What a value may be in a state. */
export function signsOf(
  state: { factsOfValue(value: Value): RootFacts },
  value: Value,
): readonly Sign[] {
  const { lo, hi, mayBeNull, mayBeNonNull, excluded } = state.factsOfValue(value);
  // What is known of null is known of the root, and not of what is a number more.
  const isNull = !mayBeNonNull && value.add === 0;
  const isNotNull = (!mayBeNull && value.add === 0) || excluded.includes(0);
  return SIGNS.filter((sign) => {
    if (sign === 'zero') return lo <= 0 && hi >= 0 && !isNotNull;
    return !isNull && (sign === 'negative' ? lo < 0 : hi > 0);
  });
}

/** Something made of what there is for each sign. */
export function mapSigns<T, U>(by: Readonly<Record<Sign, T>>, of: (one: T) => U): Record<Sign, U> {
  return { negative: of(by.negative), zero: of(by.zero), positive: of(by.positive) };
}

/** The signs that something is given for. */
export function givenSigns<T>(by: BySign<T>): readonly Sign[] {
  return SIGNS.filter((sign) => by[sign] !== undefined);
}

/** What is given for some of the signs, where that is less than all; else nothing is learnt of them. */
export function givenFor<T>(by: BySign<T>, signs: readonly Sign[]): readonly T[] {
  const given = givenSigns(by);
  const here = given.filter((sign) => signs.includes(sign));
  return here.length === given.length ? [] : here.flatMap((sign) => by[sign] ?? []);
}
