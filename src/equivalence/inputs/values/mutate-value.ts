import type { SlotLimits } from '../../cases/case.ts';
import { recordOfChoice } from '../../cases/choice.ts';
import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementLimits, fieldLimits } from './bounds.ts';
import type { Constants } from './constants.ts';
import { type Elements, elementsFrom, elementsOf, spliced, valuesOf } from './elements.ts';
import { isAnyByte } from './fits.ts';
import { fromBits, nextFloat, toBits } from './floats.ts';
import { neighbours } from './integers.ts';
import { changedInPlace, insertion } from './mutate-bytes.ts';
import type { Random } from './random.ts';
import { randomValue } from './random-value.ts';

/** A slot's value to change, and one of the same slot in another case to take parts from. */
export interface Mutable {
  readonly shape: Shape;
  readonly limits: SlotLimits | undefined;
  readonly value: CaseValue;
  readonly other: CaseValue;
}

/** The value with one small change, of its shape but perhaps outside its limits. */
export function mutatedValue(random: Random, mutable: Mutable, constants: Constants): CaseValue {
  const { shape, limits, value, other } = mutable;
  if (random.percent(5)) return randomValue(random, shape, limits, constants);
  switch (shape.kind) {
    case 'integer':
      return typeof value === 'bigint'
        ? mutatedInteger(random, shape.bits, value, constants)
        : value;
    case 'float':
      return typeof value === 'number' ? mutatedFloat(random, shape.bits, value) : value;
    case 'boolean':
      return value !== true;
    case 'nullable':
      if (value === null) return randomValue(random, shape.of, limits, constants);
      if (random.percent(10)) return null;
      return mutatedValue(random, { ...mutable, shape: shape.of }, constants);
    case 'choice':
      if (random.percent(15)) return randomValue(random, shape, limits, constants);
      return mutatedValue(random, { ...mutable, shape: recordOfChoice(shape, value) }, constants);
    case 'record': {
      const fields = valuesOf(shape, elementsOf(value) ?? []);
      const others = valuesOf(shape, elementsOf(other) ?? []);
      const at = random.below(Math.max(1, fields.length));
      const field = shape.fields[at];
      if (field === undefined) return value;
      const part = { shape: field.shape, limits: fieldLimits(limits, field.shape) };
      const old = { value: fields[at] ?? null, other: others[at] ?? null };
      return fields.with(at, mutatedValue(random, { ...part, ...old }, constants));
    }
    case 'array':
    case 'list':
      return mutatedElements(random, mutable, shape, constants);
  }
}

function mutatedInteger(random: Random, bits: number, value: bigint, constants: Constants): bigint {
  const { integers } = constants;
  switch (random.below(9)) {
    case 0:
      return value ^ (1n << BigInt(random.below(bits)));
    case 1:
    case 2:
      return value + BigInt(random.pick([1, -1]));
    case 3:
      return value + BigInt(random.between(-35, 35));
    case 4:
      return -value;
    case 5:
      return random.pick([value << 1n, value >> 1n, ~value]);
    case 6:
      return random.pick(neighbours(1n << BigInt(random.below(bits))));
    case 7:
      return integers.length > 0 ? random.pick(neighbours(random.pick(integers))) : value + 1n;
    default:
      return integers.length > 0
        ? random.pick([value + random.pick(integers), value - random.pick(integers)])
        : value - 1n;
  }
}

function mutatedFloat(random: Random, bits: 32 | 64, value: number): number {
  switch (random.below(6)) {
    case 0:
      return fromBits(bits, toBits(bits, value) ^ (1n << BigInt(random.below(bits))));
    case 1:
      return nextFloat(value, bits, random.pick([1, -1]));
    case 2:
      return -value;
    case 3:
      return value + random.pick([1, -1, 0.5, -0.5]);
    case 4:
      return value * random.pick([2, 0.5, 10, 0.1]);
    default:
      return Math.trunc(value);
  }
}

function mutatedElements(
  random: Random,
  mutable: Mutable,
  shape: Extract<Shape, { kind: 'array' | 'list' }>,
  constants: Constants,
): CaseValue {
  const elements = elementsOf(mutable.value) ?? [];
  const hasOwnLength = shape.kind === 'array';
  if (elements.length === 0 && hasOwnLength) return mutable.value;
  if (elements.length > 0 && (hasOwnLength || random.percent(50))) {
    if (elements instanceof Uint8Array && isAnyByte(shape.of))
      return changedInPlace(random, elements, constants);
    return withElement(random, mutable, shape.of, elements, constants);
  }
  return reshaped(random, mutable, shape.of, elements, constants);
}

function withElement(
  random: Random,
  { limits, other }: Mutable,
  of: Shape,
  elements: Elements,
  constants: Constants,
): Elements {
  const values = valuesOf(of, elements);
  const at = random.below(values.length);
  const beside = values[random.below(values.length)] ?? null;
  // An element like one beside it: equal keys, and order, are what code on lists asks for.
  if (random.percent(15)) return elementsFrom(of, values.with(at, beside));
  const others = valuesOf(of, elementsOf(other) ?? []);
  const part = { shape: of, limits: elementLimits(limits, of), value: values[at] ?? null };
  const changed = mutatedValue(random, { ...part, other: others[at] ?? beside }, constants);
  return elementsFrom(of, values.with(at, changed));
}

/** Inserts, removes, repeats, moves, or takes a part of another list. */
function reshaped(
  random: Random,
  { limits, other }: Mutable,
  of: Shape,
  elements: Elements,
  constants: Constants,
): Elements {
  // What reads from the start on gets further when something follows.
  const start = random.percent(35) ? elements.length : random.between(0, elements.length);
  const end = Math.min(elements.length, start + 1 + blockLength(random, elements.length));
  const block = elements.slice(start, end);
  switch (random.below(8)) {
    case 0:
    case 1:
      return spliced(elements, start, end, elements.slice(0, 0));
    case 2:
      return spliced(elements, start, start, block);
    case 3: {
      const rest = spliced(elements, start, end, elements.slice(0, 0));
      const to = random.between(0, rest.length);
      return spliced(rest, to, to, block);
    }
    case 4: {
      const others = elementsOf(other) ?? [];
      const from = random.between(0, others.length);
      return random.percent(50)
        ? spliced(elements, start, elements.length, others.slice(from))
        : spliced(elements, start, start, others.slice(from, from + 1 + random.below(16)));
    }
    case 5: {
      const values = valuesOf(of, elements);
      return elementsFrom(of, random.percent(50) ? values.toReversed() : values.toSorted(bySize));
    }
    default: {
      if (elements instanceof Uint8Array && isAnyByte(of))
        return spliced(elements, start, start, insertion(random, constants));
      const one = randomValue(random, of, elementLimits(limits, of), constants);
      const count = random.pick([1, 1, 1, 2, 8]);
      return spliced(elements, start, start, elementsFrom(of, Array<CaseValue>(count).fill(one)));
    }
  }
}

function blockLength(random: Random, length: number): number {
  return random.below(random.pick([2, 8, Math.max(2, length)]));
}

function bySize(a: CaseValue, b: CaseValue): number {
  return Number(a) - Number(b);
}
