import type { Slot } from '../../cases/case.ts';
import {
  evaluateLength,
  type LengthExpression,
  namesInLength,
} from '../../cases/length-expression.ts';
import type { CaseValue } from '../../cases/shape.ts';
import { elementLimits } from './bounds.ts';
import { elementsOf, resized } from './elements.ts';

/** Most elements of a list whose length is computed. */
const MOST = 1024n;
/** What integers are taken modulo, the largest first, until lengths are small enough. */
const SMALLER = [1n << 16n, 1n << 10n, 1n << 7n, 11n, 1n << 3n, 2n, 1n];

/** Whether each list that has a computed length is so long. */
export function haveComputedLengths(slots: readonly Slot[], values: readonly CaseValue[]): boolean {
  return slots.every(({ limits }, at) => {
    const wanted = computedLength(slots, values, limits);
    const { lengthFrom } = limits ?? {};
    const valueIn = (name: string) => integerOf(slots, values, name);
    if (lengthFrom !== undefined && hasWideShift(lengthFrom, valueIn)) return false;
    return wanted === undefined || BigInt(elementsOf(values[at] ?? null)?.length ?? 0) === wanted;
  });
}

/**
 * Values whose lists are as long as other values say, these made small enough for that.
 * @param simplest makes the filler of longer lists
 */
export function withComputedLengths(
  slots: readonly Slot[],
  values: readonly CaseValue[],
  simplest: (slot: Slot, limits: ReturnType<typeof elementLimits>) => CaseValue,
): readonly CaseValue[] {
  const names = new Set(
    slots.flatMap(({ limits }) =>
      limits?.lengthFrom === undefined ? [] : namesInLength(limits.lengthFrom),
    ),
  );
  if (names.size === 0) return values;
  const areSmall = (all: readonly CaseValue[]) =>
    slots.every(({ limits }) => {
      if (limits?.lengthFrom === undefined) return true;
      const length = computedLength(slots, all, limits) ?? 0n;
      const shiftsTooFar = hasWideShift(limits.lengthFrom, (name) => integerOf(slots, all, name));
      return length >= 0n && length <= MOST && !shiftsTooFar;
    });
  const reduced = (limit: bigint) =>
    values.map((value, at) =>
      typeof value === 'bigint' && names.has(slots[at]?.name ?? '')
        ? (value < 0n ? -value : value) % limit
        : value,
    );
  const small = areSmall(values) ? values : (SMALLER.map(reduced).find(areSmall) ?? reduced(1n));
  return slots.map((slot, at) => {
    const value = small[at] ?? null;
    const length = computedLength(slots, small, slot.limits);
    const list = slot.shape.kind === 'nullable' ? slot.shape.of : slot.shape;
    const elements = elementsOf(value);
    if (length === undefined || list.kind !== 'list' || elements === undefined) return value;
    const wanted = Number(length < 0n ? 0n : length > MOST ? MOST : length);
    return resized(elements, wanted, simplest(slot, elementLimits(slot.limits, list.of)));
  });
}

function computedLength(
  slots: readonly Slot[],
  values: readonly CaseValue[],
  limits: Slot['limits'],
): bigint | undefined {
  if (limits?.lengthFrom === undefined) return undefined;
  return evaluateLength(limits.lengthFrom, (name) => integerOf(slots, values, name));
}

function integerOf(slots: readonly Slot[], values: readonly CaseValue[], name: string): bigint {
  const value = values[slots.findIndex((slot) => slot.name === name)];
  return typeof value === 'bigint' ? value : 0n;
}

/** Whether the C would shift by a number of bits that no type has: there it means nothing. */
function hasWideShift(length: LengthExpression, of: (name: string) => bigint): boolean {
  if (length.kind !== 'binary') return false;
  const { operator, left, right } = length;
  if (hasWideShift(left, of) || hasWideShift(right, of)) return true;
  if (operator !== '<<' && operator !== '>>') return false;
  const bits = evaluateLength(right, of);
  return bits < 0n || bits > 62n;
}
