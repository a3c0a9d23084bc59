import {
  evaluateLength,
  type LengthExpression,
  namesInLength,
} from '../../cases/length-expression.ts';
import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementsOf } from './elements.ts';

type RecordShape = Extract<Shape, { kind: 'record' }>;

/** Largest integers that are tried for a length that is too large, the largest first. */
const SMALLER = [1n << 16n, 1n << 13n, 1n << 10n, 1n << 7n, 1n << 4n, 1n << 2n, 2n, 1n];

/** Whether each list of a record has as many elements as the other fields say. */
export function hasLengths(shape: RecordShape, fields: readonly CaseValue[]): boolean {
  return shape.fields.every(
    ({ length }, at) =>
      length === undefined ||
      BigInt(elementsOf(fields[at] ?? null)?.length ?? 0) === valueIn(shape, fields, length),
  );
}

/**
 * Fields whose integers are small enough for the lists of the record.
 * @param most of elements of one list
 */
export function withSmallLengths(
  shape: RecordShape,
  fields: readonly CaseValue[],
  most: number,
): readonly CaseValue[] {
  const lengths = shape.fields.flatMap(({ length }) => length ?? []);
  const fits = (values: readonly CaseValue[]) =>
    lengths.every((length) => {
      const value = valueIn(shape, values, length);
      return value >= 0n && value <= BigInt(most);
    });
  if (fits(fields)) return fields;
  const names = new Set(lengths.flatMap(namesInLength));
  const reduced = (limit: bigint) =>
    fields.map((value, at) => {
      if (typeof value !== 'bigint' || !names.has(shape.fields[at]?.name ?? '')) return value;
      return (value < 0n ? -value : value) % limit;
    });
  return SMALLER.map(reduced).find(fits) ?? reduced(1n);
}

/** How many elements a list of a record is to have, at most `most`; undefined where any will do. */
export function lengthIn(
  shape: RecordShape,
  fields: readonly CaseValue[],
  at: number,
  most: number,
): number | undefined {
  const length = shape.fields[at]?.length;
  if (length === undefined) return undefined;
  const value = valueIn(shape, fields, length);
  return value < 0n ? 0 : value > BigInt(most) ? most : Number(value);
}

function valueIn(
  shape: RecordShape,
  fields: readonly CaseValue[],
  length: LengthExpression,
): bigint {
  return evaluateLength(length, (name) => {
    const value = fields[shape.fields.findIndex((field) => field.name === name)];
    return typeof value === 'bigint' ? value : 0n;
  });
}
