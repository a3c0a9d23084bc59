import { bitOf, namesIn } from '../../name-bits.ts';

/**
 * What was assumed on the way to what is known of a Rust value: a step of the analysis after which it may be known of
 * no run of the program, or too little is known. Values carry a set of them, joined by union. What rules make of it is
 * decided in one place (src/rules/confidence/).
 */
export const RUST_ASSUMPTIONS = [
  /** More facts held than are kept: the oldest ones are forgotten. */
  'joined',
  /** Code that is not seen, or that runs at another time, may have written it. */
  'havocked',
  /** A macro that is not expanded made it, or may have written it. */
  'opaque-macro',
  /** The type of what a method is called on is not known, so neither is the method. */
  'unknown-type',
  /** A function made it whose text is not seen. */
  'unknown-callee',
  /** An earlier round of a loop may have written it: rounds are not told apart. */
  'loop',
] as const;
export type RustAssumption = (typeof RUST_ASSUMPTIONS)[number];

/** A set of assumptions, one bit each. */
export type RustAssumptions = number;

export const NOTHING_ASSUMED: RustAssumptions = 0;

/** The set that holds one assumption. */
export function assuming(assumption: RustAssumption): RustAssumptions {
  return bitOf(RUST_ASSUMPTIONS, assumption);
}

/** The assumptions in a set, in the order of `RUST_ASSUMPTIONS`. */
export function assumptionsIn(set: RustAssumptions): RustAssumption[] {
  return namesIn(RUST_ASSUMPTIONS, set);
}
