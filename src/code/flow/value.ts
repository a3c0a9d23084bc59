import type { TraceStep } from '../location.ts';

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

/** A memory object that a pointer may point into, and where in it, in bytes. */
export interface Target {
  readonly object: number;
  readonly offset: Value;
}

/** Where untrusted data entered. */
export interface Taint {
  readonly kind: 'argv' | 'environment' | 'file' | 'network' | 'stdin' | 'parameter' | 'random';
  /** Named as a reader would: "argv", "getenv()", "the parameter `len`". */
  readonly source: string;
  /** For parameters: which. */
  readonly parameter: number;
  readonly steps: readonly TraceStep[];
}

/** Why a pointer may be null. */
export interface NullOrigin {
  /**
   * failure: a call that returns null when it fails; literal: null was assigned;
   * compared: the code itself compares it with null; parameter: nobody checked it.
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

/** What is known of a root. Immutable. */
export interface RootFacts {
  readonly lo: number;
  readonly hi: number;
  readonly mayBeNull: boolean;
  readonly mayBeNonNull: boolean;
  readonly nullOrigin: NullOrigin | undefined;
  /** Empty: not known to be a pointer into anything. */
  readonly targets: readonly Target[];
  readonly taint: Taint | undefined;
  /** How sure it is that this value was never written. */
  readonly uninitialised: 'no' | 'maybe' | 'yes';
  readonly distortion: Distortion | undefined;
  /** A comparison with something unknown bounds it from above (or below) on this path. */
  readonly checkedAbove: boolean;
  readonly checkedBelow: boolean;
  /** The call whose result this is, by its name; empty for none. */
  readonly from: string;
}

export const ZERO: Value = { root: 0, scale: 0, add: 0 };

export function constant(add: number): Value {
  return { root: 0, scale: 0, add };
}

export function rootValue(root: number): Value {
  return { root, scale: 1, add: 0 };
}

export function isConstant(value: Value): boolean {
  return value.root === 0;
}

export function sameValue(a: Value, b: Value): boolean {
  return a === b || (a.root === b.root && a.scale === b.scale && a.add === b.add);
}

export function plus(value: Value, add: number): Value {
  return add === 0 ? value : { root: value.root, scale: value.scale, add: value.add + add };
}

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

export const EVERYTHING: Range = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };

/** Nothing known at all. */
export const UNKNOWN_FACTS: RootFacts = {
  lo: Number.NEGATIVE_INFINITY,
  hi: Number.POSITIVE_INFINITY,
  mayBeNull: true,
  mayBeNonNull: true,
  nullOrigin: undefined,
  targets: [],
  taint: undefined,
  uninitialised: 'no',
  distortion: undefined,
  checkedAbove: false,
  checkedBelow: false,
  from: '',
};

/** The least facts that hold of both: used where two paths meet. */
export function joinFacts(a: RootFacts, b: RootFacts): RootFacts {
  if (a === b) return a;
  return {
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin: a.nullOrigin ?? b.nullOrigin,
    targets: joinTargets(a.targets, b.targets),
    taint: strongerTaint(a.taint, b.taint),
    uninitialised: a.uninitialised === b.uninitialised ? a.uninitialised : 'maybe',
    distortion: a.distortion ?? b.distortion,
    checkedAbove: a.checkedAbove && b.checkedAbove,
    checkedBelow: a.checkedBelow && b.checkedBelow,
    from: a.from === b.from ? a.from : '',
  };
}

/** Pointers that may point to more objects forget the rest. */
export const MAX_TARGETS = 4;

function joinTargets(a: readonly Target[], b: readonly Target[]): readonly Target[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const joined = [...a];
  for (const target of b) {
    if (
      joined.some(
        (known) => known.object === target.object && sameValue(known.offset, target.offset),
      )
    )
      continue;
    joined.push(target);
  }
  return joined.length > MAX_TARGETS ? joined.slice(0, MAX_TARGETS) : joined;
}

/** A real source outweighs a parameter, whose callers may be harmless. */
export function strongerTaint(a: Taint | undefined, b: Taint | undefined): Taint | undefined {
  if (a === undefined) return b;
  if (b === undefined || a.kind !== 'parameter') return a;
  return b.kind === 'parameter' ? a : b;
}

export function sameFacts(a: RootFacts, b: RootFacts): boolean {
  return (
    a === b ||
    (a.lo === b.lo &&
      a.hi === b.hi &&
      a.mayBeNull === b.mayBeNull &&
      a.mayBeNonNull === b.mayBeNonNull &&
      a.uninitialised === b.uninitialised &&
      a.taint?.kind === b.taint?.kind &&
      (a.distortion === undefined) === (b.distortion === undefined) &&
      a.checkedAbove === b.checkedAbove &&
      a.checkedBelow === b.checkedBelow &&
      a.targets.length === b.targets.length &&
      a.targets.every((target, index) => {
        const other = b.targets[index];
        return (
          other !== undefined &&
          target.object === other.object &&
          sameValue(target.offset, other.offset)
        );
      }))
  );
}
