import type { TraceStep } from '../../syntax/location.ts';

/**
 * Where untrusted data entered: the label of the taint analysis. A source makes it, transfer
 * functions propagate it, and rules look for it at sinks. Its lattice is that of `joinTaints`, with
 * undefined as the bottom: nothing untrusted.
 */
export interface Taint {
  readonly kind: 'argv' | 'environment' | 'file' | 'network' | 'stdin' | 'parameter' | 'random';
  /** Named as in the code: "argv", "getenv()", "the parameter `len`". */
  readonly source: string;
  /** For parameters: the positions of all that it may have come from. */
  readonly parameters: readonly number[];
  /** For parameters: the fields and globals that it may have been read from (memory/field-contents.ts). */
  readonly fieldLocations: readonly string[];
  /**
   * What single bytes of it count as. Data that is read from a field or a global is followed as text
   * only: whether a number there was checked when it was stored is not known.
   */
  readonly bytes: 'same' | Taint | undefined;
  /** Of a number that was read from memory of which it is not known yet what it holds: see `bytes`. */
  readonly isNumber?: true;
  readonly steps: readonly TraceStep[];
}

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

/**
 * The same for numbers of more than a byte, where it is not known yet whether the data was kept in a field on its way:
 * then they are none of it, however that comes out (`sourceOf` in project/propagate-taint.ts).
 */
export function taintOfWideNumber(taint: Taint | undefined): Taint | undefined {
  const number = taintOfNumber(taint);
  if (number === undefined || isExternal(number)) return number;
  return { ...number, fieldLocations: [], isNumber: true };
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
