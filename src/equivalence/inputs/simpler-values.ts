import type { SlotLimits } from '../cases/case.ts';
import { inputTags, recordOfChoice, recordOfTag } from '../cases/choice.ts';
import type { CaseValue, Shape } from '../cases/shape.ts';
import { isReadable } from './measure.ts';
import { elementLimits, fieldLimits } from './values/bounds.ts';
import { type Elements, elementsFrom, elementsOf, spliced, valuesOf } from './values/elements.ts';
import { simplestValue } from './values/fit.ts';

/** Elements of longer lists are not tried one by one. */
const MAX_SINGLE = 48;

/** Values that may be simpler than one, the simplest first. They may lie outside the slot's limits. */
export function* simplerValues(
  shape: Shape,
  limits: SlotLimits | undefined,
  value: CaseValue,
): Generator<CaseValue> {
  switch (shape.kind) {
    case 'integer':
      if (typeof value === 'bigint')
        yield* simplerIntegers(shape.only ?? limits?.likely ?? [], value);
      return;
    case 'float':
      if (typeof value === 'number') yield* simplerFloats(value);
      return;
    case 'boolean':
      if (value === true) yield false;
      return;
    case 'nullable':
      if (value === null) return;
      yield null;
      yield* simplerValues(shape.of, limits, value);
      return;
    case 'choice': {
      for (const tag of inputTags(shape)) yield simplestValue(recordOfTag(shape, tag), limits);
      yield* simplerValues(recordOfChoice(shape, value), limits, value);
      return;
    }
    case 'record': {
      const fields = valuesOf(shape, elementsOf(value) ?? []);
      yield simplestValue(shape, limits);
      for (const [at, field] of shape.fields.entries())
        for (const each of simplerValues(
          field.shape,
          fieldLimits(limits, field.shape),
          fields[at] ?? null,
        ))
          yield fields.with(at, each);
      return;
    }
    case 'array':
    case 'list': {
      const elements = elementsOf(value) ?? [];
      if (shape.kind === 'list') yield* shorter(elements);
      yield* plainer(shape.of, limits, elements);
    }
  }
}

function* simplerIntegers(others: readonly bigint[], value: bigint): Generator<bigint> {
  yield* [0n, 1n, -1n, -value];
  yield* others;
  const size = value < 0n ? -value : value;
  // The longest possible step towards zero, as in a search by halves.
  for (let step = 1n << BigInt(size.toString(2).length - 1); step > 0n; step >>= 1n)
    yield value < 0n ? value + step : value - step;
}

function* simplerFloats(value: number): Generator<number> {
  yield* [0, 1, -1, 2, 0.5];
  if (Number.isNaN(value)) return;
  yield -value;
  if (!Number.isFinite(value)) return yield value > 0 ? 1e300 : -1e300;
  yield Math.trunc(value);
  for (const digits of [1, 2, 3, 6]) yield Number(value.toPrecision(digits));
  yield* [value / 2, value / 10, value / 1000, value - Math.sign(value)];
}

/** Without blocks of a half, a quarter, and so on to one element. */
function* shorter(elements: Elements): Generator<Elements> {
  const nothing = elements.slice(0, 0);
  if (elements.length > 0) yield nothing;
  for (let size = elements.length >> 1; size > 0; size >>= 1)
    for (let start = 0; start < elements.length; start += size) {
      if (elements.length / size > 4 * MAX_SINGLE) break;
      yield spliced(elements, start, Math.min(elements.length, start + size), nothing);
    }
  // One less at the end: a length that must stay above a limit.
  if (elements.length > 1) yield elements.slice(0, -1);
}

/** With plain elements in place of all, of blocks, of equal ones, and of each. */
function* plainer(
  of: Shape,
  limits: SlotLimits | undefined,
  elements: Elements,
): Generator<Elements> {
  const inner = elementLimits(limits, of);
  const values = valuesOf(of, elements);
  const plain = isReadable(limits) ? 0x61n : simplestValue(of, inner);
  const isPlain = (value: CaseValue): boolean => value === plain;
  if (values.length > 1 && !values.every(isPlain))
    yield elementsFrom(of, Array<CaseValue>(values.length).fill(plain));
  for (let size = values.length >> 1; size > 1; size >>= 1)
    for (let start = 0; start < values.length; start += size) {
      const block = values.slice(start, start + size);
      if (values.length / size > 4 * MAX_SINGLE || block.every(isPlain)) continue;
      const plainBlock = Array<CaseValue>(block.length).fill(plain);
      yield elementsFrom(of, values.toSpliced(start, block.length, ...plainBlock));
    }
  if (values.length > 4 * MAX_SINGLE) return;
  const simpler = (value: CaseValue): Iterable<CaseValue> =>
    isReadable(limits) ? LETTERS : simplerValues(of, inner, value);
  const different = [...new Set(values)].filter((value) => !isPlain(value)).slice(0, 8);
  for (const one of different)
    for (const value of simpler(one))
      yield elementsFrom(
        of,
        values.map((each) => (each === one ? value : each)),
      );
  for (const [at, one] of values.entries())
    if (!isPlain(one) && (values.length <= MAX_SINGLE || at % 4 === 0))
      for (const value of simpler(one)) yield elementsFrom(of, values.with(at, value));
}

const LETTERS = Array.from(Buffer.from('abxA019 .'), BigInt);
