import type { LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { isFormattedLength } from '../../../../code/flow/calls/formatted-output.ts';
import type { MemoryObject } from '../../../../code/flow/domain/memory-object.ts';
import {
  constant,
  linearSum,
  type Range,
  times,
  type Value,
} from '../../../../code/flow/domain/value.ts';
import type { Facts, Pointee } from '../../../../code/flow/interpreter/facts.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';
import { greatestExcess } from './excess.ts';

/**
 * How a stretch of bytes lies in an object. `inside` and `outside` hold on every path;
 * `reachable` means that the limits which the code itself sets let it leave the
 * object; `unknown` that nothing says how far it goes.
 */
export type Extent = 'inside' | 'outside' | 'reachable' | 'unknown';

/** Compares the end of `length` bytes at `offset` with the size of the object, all in bytes. */
export function extentOf(facts: Facts, offset: Value, length: Value, size: Value): Extent {
  const extent = comparedExtent(facts, offset, length, size);
  const isOpen = extent === 'reachable' || extent === 'unknown';
  return isOpen && greatestExcess(facts, offset, length, size) <= 0 ? 'inside' : extent;
}

function comparedExtent(facts: Facts, offset: Value, length: Value, size: Value): Extent {
  const end = linearSum(offset, length, 1);
  if (end !== undefined) return compareEnd(facts, end, size);
  const at = facts.range(offset);
  const bytes = facts.range(length);
  const limit = facts.range(size);
  const { state } = facts;
  const isInside =
    at.hi + bytes.hi <= limit.lo ||
    state.upperDifference(length, size) + at.hi <= 0 ||
    state.upperDifference(offset, size) + bytes.hi <= 0;
  if (isInside) return 'inside';
  if (at.lo + bytes.lo > limit.hi) return 'outside';
  const learnt = hasLearntTop(facts, offset) && hasLearntTop(facts, length);
  return learnt && at.hi + bytes.hi > limit.hi ? 'reachable' : 'unknown';
}

function compareEnd(facts: Facts, end: Value, size: Value): Extent {
  if (facts.atMost(end, size)) return 'inside';
  if (facts.state.upperDifference(size, end) < 0) return 'outside';
  const difference = facts.state.upperDifference(end, size);
  const byRange = facts.range(end).hi - facts.range(size).lo;
  if (Number.isFinite(difference) && difference < byRange) return 'reachable';
  const limit = facts.range(size);
  if (limit.lo === limit.hi && hasLearntTop(facts, end) && facts.range(end).hi > limit.hi)
    return 'reachable';
  return 'unknown';
}

/** Whether the greatest value comes from the code rather than only from a type. */
export function hasLearntTop(facts: Facts, value: Value): boolean {
  return isLearnt(facts, value, value.scale > 0 ? 'hi' : 'lo');
}

/** Whether the least value comes from the code rather than only from a type. */
export function hasLearntBottom(facts: Facts, value: Value): boolean {
  return isLearnt(facts, value, value.scale > 0 ? 'lo' : 'hi');
}

/** How many bytes before its object a place is that code names by its own numbers. */
const NEAR_BYTES = 4096;

/**
 * Whether the least value comes from the code and is a place just before an object. What is far before it comes from
 * arithmetic on numbers that are not understood, and so does mostly what is taken off the end of a block: its length is
 * known to the function that filled it.
 */
export function hasNearBottom({ kind }: MemoryObject, value: Value, facts: Facts): boolean {
  return kind !== 'heap' && hasLearntBottom(facts, value) && facts.range(value).lo >= -NEAR_BYTES;
}

function isLearnt(facts: Facts, value: Value, end: keyof Range): boolean {
  if (value.root === 0) return true;
  const { from, checkedAbove, [end]: bound } = facts.state.facts(value.root);
  // A text may fill its buffer, but nothing says that it does before the code asks.
  if (from === 'strlen' || isFormattedLength(from))
    return end === 'hi' && checkedAbove && isMentioned(facts.function, bound);
  if (isTypeLimit(bound)) return false;
  return !isNearByteLimit(bound) || isMentioned(facts.function, bound) || isLimitedCount(from);
}

/** Whether a number is how much a call gave, which was told how much it may give: that is no limit of a type. */
function isLimitedCount(from: string): boolean {
  const result = libraryModelOf(from)?.result;
  return result?.kind === 'integer' && result.atMost !== undefined;
}

/** Whether a number may be what a value of one or two bytes reaches, rather than what a check says. */
function isNearByteLimit(value: number): boolean {
  const size = Math.abs(value);
  return [127, 255, 32767, 65535].some((limit) => size > limit - 8 && size <= limit + 1);
}

const constantsOf = new WeakMap<LoweredFunction, ReadonlySet<number>>();

/** Whether a condition of the function compares with such a number. */
function isMentioned(fn: LoweredFunction, value: number): boolean {
  let known = constantsOf.get(fn);
  if (known === undefined) {
    const found = new Set<number>();
    for (const { end } of fn.blocks) {
      if (end.kind !== 'branch') continue;
      for (const part of expressionsIn(end.condition)) {
        const number = constantOf(part);
        if (number !== undefined) found.add(number);
      }
    }
    known = found;
    constantsOf.set(fn, known);
  }
  return known.has(value) || known.has(value + 1) || known.has(value - 1);
}

/** Whether a number is, up to a small constant or a divisor, the least or greatest value of some integer type. */
function isTypeLimit(value: number): boolean {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size >= 2 ** 47) return true;
  // A loop up to an unknown `int` ends a little below the limit.
  // What remains of a limit after a division is no better known.
  for (const limit of [2 ** 31, 2 ** 32]) {
    const divisor = Math.round(limit / size);
    if (divisor <= 1024 && Math.abs(size - limit / divisor) <= NEAR) return true;
  }
  return false;
}

const NEAR = 16;

/** `length` bytes as a value; an unknown length counts as one byte. */
export function bytes(length: number | undefined): Value {
  return constant(length ?? 1);
}

/** How far from the start of its object an element is, in bytes; undefined where that is no sum of one value and a number. */
export function offsetOf(
  place: Pointee,
  index: Value | undefined,
  element: number,
): Value | undefined {
  return index === undefined ? place.offset : linearSum(place.offset, times(index, element), 1);
}
