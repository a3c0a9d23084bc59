import type { Facts } from '../../../code/flow/facts.ts';
import { constant, linearSum, type Range, type Value } from '../../../code/flow/value.ts';

/**
 * How a stretch of bytes lies in an object. `inside` and `outside` are proven;
 * `reachable` means that the limits which the code itself sets let it leave the
 * object; `unknown` that nothing says how far it goes.
 */
export type Extent = 'inside' | 'outside' | 'reachable' | 'unknown';

/** Compares the end of `length` bytes at `offset` with the size of the object, all in bytes. */
export function extentOf(facts: Facts, offset: Value, length: Value, size: Value): Extent {
  const end = linearSum(offset, length, 1);
  if (end !== undefined) return compareEnd(facts, end, size);
  const at = facts.range(offset);
  const bytes = facts.range(length);
  const limit = facts.range(size);
  const { state } = facts;
  const proven =
    at.hi + bytes.hi <= limit.lo ||
    state.upperDifference(length, size) + at.hi <= 0 ||
    state.upperDifference(offset, size) + bytes.hi <= 0;
  if (proven) return 'inside';
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

function isLearnt(facts: Facts, value: Value, end: keyof Range): boolean {
  if (value.root === 0) return true;
  // A text may fill its buffer, but nothing says that it does.
  if (facts.state.facts(value.root).from === 'strlen') return false;
  return !isTypeLimit(facts.state.facts(value.root)[end]);
}

/** Whether a number is, up to a small constant or a divisor, the least or greatest value of some integer type. */
export function isTypeLimit(value: number): boolean {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size >= 2 ** 47 || SMALL_LIMITS.has(value)) return true;
  // A loop up to an unknown `int` ends a little below the limit.
  // What remains of a limit after a division is no better known.
  for (const limit of [2 ** 31, 2 ** 32]) {
    const divisor = Math.round(limit / size);
    if (divisor <= 1024 && Math.abs(size - limit / divisor) <= NEAR) return true;
  }
  return false;
}

const NEAR = 16;
const SMALL_LIMITS = new Set([255, 127, -128, 65535, 32767, -32768]);

/** `length` bytes as a value; an unknown length counts as one byte. */
export function bytes(length: number | undefined): Value {
  return constant(length ?? 1);
}
