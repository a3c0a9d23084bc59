import type { SlotLimits } from '../../cases/case.ts';
import { inputTags, recordOfTag } from '../../cases/choice.ts';
import type { CaseValue, IntegerShape, Shape } from '../../cases/shape.ts';
import { elementLimits, fieldLimits, lengthRange } from './bounds.ts';
import { randomBytes } from './byte-strings.ts';
import type { Constants } from './constants.ts';
import { elementsFrom, isByte } from './elements.ts';
import { randomFloat } from './floats.ts';
import { randomInteger } from './integers.ts';
import type { Random } from './random.ts';
import { toAllowedText } from './text-limits.ts';
import { randomText } from './texts.ts';

/** A value of a shape within the limits of its slot, edges more often. Limits between slots are not kept. */
export function randomValue(
  random: Random,
  shape: Shape,
  limits: SlotLimits | undefined,
  constants: Constants,
): CaseValue {
  switch (shape.kind) {
    case 'integer':
      return randomInteger(random, shape, limits, constants.integers);
    case 'float':
      return randomFloat(random, shape.bits, constants.floats);
    case 'boolean':
      return random.percent(50);
    case 'nullable':
      return random.percent(shape.isLink === true ? 40 : 10)
        ? null
        : randomValue(random, shape.of, limits, constants);
    case 'list': {
      const length = randomLength(random, shape, limits);
      return isByte(shape.of) && isAnyInteger(shape.of, limits)
        ? randomByteList(random, length, limits, constants)
        : randomList(random, shape.of, length, limits, constants);
    }
    case 'array':
      return isByte(shape.of)
        ? randomBytes(random, shape.length, constants)
        : randomList(random, shape.of, shape.length, limits, constants);
    case 'choice': {
      const tag = random.pick(inputTags(shape));
      const [, ...fields] = recordOfTag(shape, tag).fields;
      const values = fields.map((field) =>
        randomValue(random, field.shape, fieldLimits(limits, field.shape), constants),
      );
      return [tag, ...values];
    }
    case 'record':
      return shape.fields.map(({ shape: field }) =>
        randomValue(random, field, fieldLimits(limits, field), constants),
      );
  }
}

function isAnyInteger({ range, only }: IntegerShape, limits: SlotLimits | undefined): boolean {
  return (range ?? only ?? limits?.likely) === undefined;
}

/** Mostly short, sometimes past the width of a byte, now and then as long as may be. */
function randomLength(
  random: Random,
  shape: Extract<Shape, { kind: 'list' }>,
  limits: SlotLimits | undefined,
): number {
  const { least, most } = lengthRange(shape, limits);
  const way = random.below(100);
  const spread = way < 45 ? 8 : way < 75 ? 24 : way < 92 ? 80 : way < 98 ? 320 : most - least;
  return random.between(least, Math.min(most, least + spread));
}

function randomByteList(
  random: Random,
  length: number,
  limits: SlotLimits | undefined,
  constants: Constants,
): Uint8Array {
  const isText = limits?.isText === true || limits?.isUtf8 === true;
  if (!isText) return randomBytes(random, length, constants);
  const text = random.percent(85)
    ? randomText(random, length, constants)
    : randomBytes(random, length, constants);
  // A zero would end the text early.
  if (limits?.isText !== true) return toAllowedText(limits, text);
  return toAllowedText(
    limits,
    text.map((byte) => (byte === 0 ? random.between(1, 255) : byte)),
  );
}

/** Numbers of one width, none below zero, as of how often something was seen. */
function countsUpTo(random: Random, bits: number, length: number): readonly bigint[] {
  const most = (1n << BigInt(random.between(1, bits - 1))) - 1n;
  return Array.from({ length }, () => random.bigBetween(0n, most));
}

/** Any elements, counts, few different ones, sorted ones, or one again and again. */
function randomList(
  random: Random,
  of: Shape,
  length: number,
  limits: SlotLimits | undefined,
  constants: Constants,
): CaseValue {
  const inner = elementLimits(limits, of);
  const any = (): CaseValue => randomValue(random, of, inner, constants);
  const way = random.below(10);
  if (way > 6 && of.kind === 'integer' && isAnyInteger(of, limits)) {
    return elementsFrom(of, countsUpTo(random, of.bits, length));
  }
  if (way > 4) return elementsFrom(of, Array.from({ length }, any));
  const few = Array.from({ length: random.between(1, 4) }, any);
  const list = Array.from({ length }, () => random.pick(few));
  if (way > 2 || (of.kind !== 'integer' && of.kind !== 'float')) return elementsFrom(of, list);
  const sorted = Array.from({ length }, any).sort((a, b) => (Number(a) < Number(b) ? -1 : 1));
  return elementsFrom(of, way === 0 ? sorted.reverse() : sorted);
}
