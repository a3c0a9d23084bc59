import { bitOf, namesIn } from '../../name-bits.ts';

/**
 * What was assumed on the way to a fact: a step of the analysis after which a fact may hold of no
 * run of the program. Values and objects carry a set of them, joined by union. What rules make of
 * it is decided in one place (src/rules/confidence/).
 */
export const ASSUMPTIONS = [
  /** States that differ were merged because there were too many of them. */
  'joined',
  /** Code that is not seen may have written it. */
  'havocked',
  /** A callee does this on some of its paths only. */
  'may',
  /** A macro that was not expanded may have written it. */
  'opaque-macro',
  /** Its type is not known. */
  'unknown-type',
] as const;
export type Assumption = (typeof ASSUMPTIONS)[number];

/** A set of assumptions, one bit each. */
export type Assumptions = number;

export const NO_ASSUMPTIONS: Assumptions = 0;

/** The set that holds one assumption. */
export function assuming(assumption: Assumption): Assumptions {
  return bitOf(ASSUMPTIONS, assumption);
}

/** The same with more assumed on the way. */
export function withAssumed<T extends { readonly assumed: Assumptions }>(
  known: T,
  assumed: Assumptions,
): T {
  return (known.assumed | assumed) === known.assumed
    ? known
    : { ...known, assumed: known.assumed | assumed };
}

/** The assumptions in a set, in the order of `ASSUMPTIONS`. */
export function assumptionsIn(set: Assumptions): Assumption[] {
  return namesIn(ASSUMPTIONS, set);
}
