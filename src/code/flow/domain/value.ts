import type { TraceStep } from '../../syntax/location.ts';
import { type Assumptions, NO_ASSUMPTIONS } from './assumptions.ts';
import type { Taint } from './taint.ts';

/**
 * An abstract value: `scale * root + add`. A root is a value number: something
 * unknown that is the same wherever the number is the same. Root 0 is zero, so
 * that constants have root 0. Pointers count bytes.
 */
export interface Value {
  readonly root: number;
  readonly scale: number;
  readonly add: number;
}

/** A closed range of integers; the ends may be infinite. */
export interface Range {
  readonly lo: number;
  readonly hi: number;
}

/** An element of a points-to set: a memory object that a pointer may point into, and where in it, in bytes. */
export interface Target {
  readonly object: number;
  readonly offset: Value;
}

/** Why a pointer may be null. */
export interface NullOrigin {
  /**
   * failure: a call that returns null when it fails; literal: null was assigned;
   * compared: the code itself compares it with null; parameter: it was not checked.
   */
  readonly kind: 'failure' | 'literal' | 'compared' | 'parameter';
  readonly what: string;
  readonly step: TraceStep | undefined;
}

/** An integer result that does not fit its type, or a conversion that changes the value. */
export interface Distortion {
  readonly kind: 'overflow' | 'truncation' | 'sign';
  readonly step: TraceStep;
  /** Whether the range of the operands was learnt from the code rather than only from their types. */
  readonly evident: boolean;
}

/** What is known of a value wherever it goes: into another function, out of it, or through a global. */
export interface ValueFacts {
  readonly lo: number;
  readonly hi: number;
  readonly mayBeNull: boolean;
  readonly mayBeNonNull: boolean;
  readonly nullOrigin: NullOrigin | undefined;
  readonly taint: Taint | undefined;
}

/** What is known of a root. Immutable. */
export interface RootFacts extends ValueFacts {
  /** The points-to set; empty where it is not known to point into anything. */
  readonly targets: readonly Target[];
  /** How sure it is that this value was never written. */
  readonly uninitialised: 'no' | 'maybe' | 'yes';
  readonly distortion: Distortion | undefined;
  /** Numbers within the range that it is known not to be, in order. */
  readonly excluded: readonly number[];
  /** A comparison with something unknown bounds it from above (or below) on this path. */
  readonly checkedAbove: boolean;
  readonly checkedBelow: boolean;
  /** The call whose result this is, by its name; empty for none. */
  readonly from: string;
  /**
   * Where the text comes from whose length, or a place in which, this number is. It is no number from outside, since as many
   * characters do exist, but who sends the text chooses it all the same.
   */
  readonly lengthOf: Taint | undefined;
  /** Where this pointer was given to `free` or `delete`, whichever block it is. */
  readonly releasedAt: TraceStep | undefined;
  /** What was assumed on the way to these facts. */
  readonly assumed: Assumptions;
}

export const ZERO: Value = { root: 0, scale: 0, add: 0 };

/** A number. */
export function constant(add: number): Value {
  return { root: 0, scale: 0, add };
}

/** The value that a root stands for. */
export function rootValue(root: number): Value {
  return { root, scale: 1, add: 0 };
}

/** Whether a value is a number. */
export function isConstant(value: Value): boolean {
  return value.root === 0;
}

/** Whether two values are the same on every path. */
export function sameValue(a: Value, b: Value): boolean {
  return a === b || (a.root === b.root && a.scale === b.scale && a.add === b.add);
}

/** A value moved by a number. */
export function plus(value: Value, add: number): Value {
  return add === 0 ? value : { root: value.root, scale: value.scale, add: value.add + add };
}

/** A value multiplied by a number. */
export function times(value: Value, factor: number): Value {
  if (factor === 1) return value;
  if (factor === 0) return ZERO;
  return { root: value.root, scale: value.scale * factor, add: value.add * factor };
}

/** The sum or difference where it is linear in one root, else undefined. */
export function linearSum(a: Value, b: Value, sign: 1 | -1): Value | undefined {
  if (b.root === 0) return plus(a, sign * b.add);
  if (a.root === 0) return { root: b.root, scale: sign * b.scale, add: a.add + sign * b.add };
  if (a.root !== b.root) return undefined;
  const scale = a.scale + sign * b.scale;
  return { root: scale === 0 ? 0 : a.root, scale, add: a.add + sign * b.add };
}

/** The greatest number that two whole numbers are multiples of, by Euclid's algorithm; 0 for two zeros. */
export function greatestCommonDivisor(a: number, b: number): number {
  let [greater, less] = [Math.abs(a), Math.abs(b)];
  while (less > 0) [greater, less] = [less, greater % less];
  return greater;
}

/** No number is excluded. */
export const NONE_EXCLUDED: readonly number[] = [];

/** The top of the lattice of facts: nothing is known. */
export const TOP_FACTS: RootFacts = {
  lo: Number.NEGATIVE_INFINITY,
  hi: Number.POSITIVE_INFINITY,
  mayBeNull: true,
  mayBeNonNull: true,
  nullOrigin: undefined,
  targets: [],
  taint: undefined,
  uninitialised: 'no',
  distortion: undefined,
  excluded: NONE_EXCLUDED,
  checkedAbove: false,
  checkedBelow: false,
  from: '',
  lengthOf: undefined,
  releasedAt: undefined,
  assumed: NO_ASSUMPTIONS,
};
