import { integerType, pointee } from '../../../code/rust/items/types.ts';
import {
  type IntegerRange,
  isWithin,
  rangeOfInteger,
} from '../../../code/rust/ranges/integer-range.ts';
import { resultRange } from '../../../code/rust/ranges/range-arithmetic.ts';
import type { Arithmetic, EventContext } from '../../../code/rust/state/events.ts';
import type { FactSet } from '../../../code/rust/state/facts.ts';
import type { RustValue } from '../../../code/rust/state/value.ts';
import {
  certainRange,
  isAttained,
  isSmallNumber,
  rangeAt,
} from '../../../code/rust/state/value-range.ts';

/** Arithmetic of which a result is bounded where all that goes into it is. */
const ARITHMETIC = /^[-+*/%&]$|^(?:<<|>>)$/;

/**
 * Whether something bounds a number from above: a comparison, if only with something unknown, or a mask. What is computed from numbers that a check bounds counts as bounded.
 */
export function isBoundedAbove(facts: FactSet, value: RustValue): boolean {
  if (facts.has('max', value.place) || isSmallNumber(facts, value)) return true;
  if (!ARITHMETIC.test(value.made) || value.from.length === 0) return false;
  return value.from.every((place) => facts.has('max', place) || /^[A-Z][A-Z0-9_]*$/.test(place));
}

/** Whether no path can make arithmetic leave its type. */
export function staysWithin({ operator, left, right, facts }: Arithmetic): boolean {
  const result = exactResult(operator, rangeAt(facts, left), rangeAt(facts, right));
  const limits = limitsOf(left, right);
  return result !== undefined && limits !== undefined && isWithin(result, limits);
}

/** Whether every path makes arithmetic leave its type. */
export function leavesType({ operator, left, right, facts }: Arithmetic): boolean {
  const result = exactResult(operator, certainRange(facts, left), certainRange(facts, right));
  const limits = limitsOf(left, right);
  if (result === undefined || limits === undefined) return false;
  return result.hi < limits.lo || limits.hi < result.lo;
}

function exactResult(
  operator: string,
  left: IntegerRange | undefined,
  right: IntegerRange | undefined,
): IntegerRange | undefined {
  return left && right && resultRange(operator, left, right);
}

function limitsOf(left: RustValue, right: RustValue): IntegerRange | undefined {
  const type = integerType(pointee(left.type)) ?? integerType(pointee(right.type));
  return type && rangeOfInteger(type);
}

/** How many elements an array has, which no call changes. */
function arrayLength(base: RustValue | undefined): number | undefined {
  return pointee(base?.type)?.kind === 'array' ? base?.length : undefined;
}

/** Whether an index lies in an array for certain. */
export function isInArray(facts: FactSet, base: RustValue | undefined, index: RustValue): boolean {
  const length = arrayLength(base);
  const range = rangeAt(facts, index);
  return length !== undefined && range !== undefined && range.lo >= 0n && range.hi < BigInt(length);
}

/**
 * The length of an array that an index, or an end of a range of them, passes: always, or in one of the rounds of a
 * loop that goes through all its numbers.
 */
export function passedLength(
  event: EventContext,
  base: RustValue | undefined,
  index: RustValue,
): number | undefined {
  const length = arrayLength(base);
  if (length === undefined) return undefined;
  const size = BigInt(length);
  const { from, to } = index.ends ?? {};
  if ([from, to].some((end) => end !== undefined && end.lo > size)) return length;
  const range = index.ends === undefined ? certainRange(event.facts, index) : undefined;
  if (range === undefined) return undefined;
  return range.lo >= size || (range.hi >= size && isAttained(index, event)) ? length : undefined;
}
