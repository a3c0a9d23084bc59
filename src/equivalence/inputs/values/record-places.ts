import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementsOf } from './elements.ts';

/*
 * Integers of a record that are places in a list of it: none is behind the end of the list, and what is named like a start or
 * an end lies before all others, or behind them.
 */

type RecordShape = Extract<Shape, { kind: 'record' }>;

/** The field of a record that is the list into which places lead; its only list where there are none. */
export function listWithPlaces({ fields }: RecordShape): number | undefined {
  const named = fields.find(({ place }) => place !== undefined)?.place?.list;
  const lists = fields.filter(({ shape }) => shape.kind === 'list');
  const list = named === undefined && lists.length === 1 ? lists[0]?.name : named;
  const at = fields.findIndex(({ name }) => name === list);
  return at < 0 ? undefined : at;
}

/** Whether each place of a record lies within its list, and before or behind the others as its name says. */
export function hasPlaces(shape: RecordShape, fields: readonly CaseValue[]): boolean {
  if (shape.fields.every(({ place }) => place === undefined)) return true;
  return withPlaces(shape, fields).every((value, at) => value === fields[at]);
}

/** Fields whose places lie so; those that do already stay as they are. */
export function withPlaces(shape: RecordShape, fields: readonly CaseValue[]): readonly CaseValue[] {
  if (shape.fields.every(({ place }) => place === undefined)) return fields;
  const within = fields.map((value, at) => {
    const list = shape.fields[at]?.place?.list;
    if (list === undefined || typeof value !== 'bigint') return value;
    // Any of them, as often: at the end of the list there is nothing left to do.
    return value % BigInt(lengthOfField(shape, fields, list) + 1);
  });
  return within.map((value, at) => {
    const place = shape.fields[at]?.place;
    if (place === undefined || place.side === 'between' || typeof value !== 'bigint') return value;
    return outermost(
      value,
      within.filter((_, other) => shape.fields[other]?.place?.list === place.list),
      place.side,
    );
  });
}

function outermost(value: bigint, all: readonly CaseValue[], side: 'start' | 'end'): bigint {
  const isFurther = (one: bigint, other: bigint) => (side === 'start' ? one < other : one > other);
  return all.reduce<bigint>(
    (found, one) => (typeof one === 'bigint' && isFurther(one, found) ? one : found),
    value,
  );
}

function lengthOfField(shape: RecordShape, fields: readonly CaseValue[], list: string): number {
  const at = shape.fields.findIndex(({ name }) => name === list);
  return elementsOf(fields[at] ?? null)?.length ?? 0;
}
