import type { Slot } from '../../cases/case.ts';
import { recordOfChoice } from '../../cases/choice.ts';
import type { CaseValue, IntegerShape, Shape } from '../../cases/shape.ts';
import { elementsFrom, elementsOf, valuesOf } from './elements.ts';
import type { Random } from './random.ts';

/** Of all integers of one type, so many in a hundred become the same. */
const ALIKE = 40;
/** Of the bytes of a list. */
const ALIKE_BYTES = 20;

/**
 * Makes integers of one type the same wherever they stand, in lists and records, too: what is searched
 * for is found, and more than once.
 */
export function withKeysThatMeet(
  random: Random,
  slots: readonly Slot[],
  values: readonly CaseValue[],
): readonly CaseValue[] {
  const found = slots.flatMap(({ shape }, at) => integersIn(shape, values[at] ?? null));
  const hasBytes = values.some((value) => value instanceof Uint8Array);
  if (found.length < (hasBytes ? 1 : 2)) return values;
  const { shape: wanted, value: key } = random.pick(found);
  const isOfType = (shape: IntegerShape) =>
    shape.bits === wanted.bits && shape.signed === wanted.signed;
  const meet = (shape: Shape, value: CaseValue): CaseValue => {
    if (shape.kind === 'integer') return isOfType(shape) && random.percent(ALIKE) ? key : value;
    // What is searched for among bytes is often an `int`.
    if (value instanceof Uint8Array && key >= -128n && key <= 255n) {
      const byte = Number(BigInt.asUintN(8, key));
      return value.map((one) => (random.percent(ALIKE_BYTES) ? byte : one));
    }
    return mapWithin(shape, value, meet);
  };
  return slots.map(({ shape }, at) => meet(shape, values[at] ?? null));
}

function integersIn(
  shape: Shape,
  value: CaseValue,
): { readonly shape: IntegerShape; readonly value: bigint }[] {
  if (shape.kind === 'integer') return typeof value === 'bigint' ? [{ shape, value }] : [];
  const found: { readonly shape: IntegerShape; readonly value: bigint }[] = [];
  mapWithin(shape, value, (inner, one) => {
    found.push(...integersIn(inner, one));
    return one;
  });
  return found;
}

/** A value with each of its parts replaced; bytes are no parts. */
function mapWithin(
  shape: Shape,
  value: CaseValue,
  change: (shape: Shape, value: CaseValue) => CaseValue,
): CaseValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (shape.kind === 'nullable') return change(shape.of, value);
  if (shape.kind === 'choice') return mapWithin(recordOfChoice(shape, value), value, change);
  const elements = elementsOf(value);
  if (elements === undefined || elements instanceof Uint8Array) return value;
  if (shape.kind === 'record') {
    return shape.fields.map((field, at) => change(field.shape, elements[at] ?? null));
  }
  if (shape.kind !== 'list' && shape.kind !== 'array') return value;
  return elementsFrom(
    shape.of,
    valuesOf(shape.of, elements).map((one) => change(shape.of, one)),
  );
}
