import type { TraceStep } from '../../syntax/location.ts';

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
  /** For parameters: the positions of all that it may have come from. */
  readonly parameters: readonly number[];
  /** For parameters: the fields and globals that it may have been read from (kept-content.ts). */
  readonly fieldLocations: readonly string[];
  /**
   * What single bytes of it count as. Data that is read from a field or a global is followed as text
   * only: of a number there nobody knows whether it was checked when it was stored.
   */
  readonly bytes: 'same' | Taint | undefined;
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
  /** Empty: not known to be a pointer into anything. */
  readonly targets: readonly Target[];
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

/** Nothing known at all. */
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
  checkedAbove: false,
  checkedBelow: false,
  from: '',
};

/** Data that is known to come from outside. */
interface ExternalTaint extends Taint {
  readonly kind: Exclude<Taint['kind'], 'parameter'>;
}

/** Whether data is known to come from outside, not only from a caller who may be harmless. */
export function isExternal(taint: Taint | undefined): taint is ExternalTaint {
  return taint !== undefined && taint.kind !== 'parameter';
}

/** A real source outweighs parameters, whose callers may be harmless; of parameters all count. */
export function joinTaints(a: Taint | undefined, b: Taint | undefined): Taint | undefined {
  if (a === undefined || a === b) return b;
  if (b === undefined || isExternal(a)) return a;
  if (isExternal(b)) return b;
  const parameters = union(a.parameters, b.parameters);
  const fieldLocations = union(a.fieldLocations, b.fieldLocations);
  return parameters === a.parameters && fieldLocations === a.fieldLocations
    ? a
    : { ...a, parameters, fieldLocations };
}

/** Whether data was kept in a field or a global on its way. */
export function passedThroughField(taint: Taint): boolean {
  return taint.bytes !== 'same';
}

/** The taint of numbers that are made from data. */
export function taintOfNumber(taint: Taint | undefined): Taint | undefined {
  return taint === undefined || taint.bytes === 'same' ? taint : taint.bytes;
}

/** The parameters that data comes from, without the one whose memory it lies in. */
export function parametersExcept(position: number, taint: Taint | undefined): readonly number[] {
  return (taint?.parameters ?? []).filter((parameter) => parameter !== position);
}

/** What is in either list; the first itself where the second adds nothing. */
function union<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  const more = b.filter((item) => !a.includes(item));
  return more.length === 0 ? a : [...a, ...more];
}
