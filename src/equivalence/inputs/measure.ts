import type { Case, SlotLimits } from '../cases/case.ts';
import { recordOfChoice } from '../cases/choice.ts';
import type { CaseValue, Shape } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { elementsOf, valuesOf } from './values/elements.ts';

/** How much there is to read in a case: steps count first, then elements, then values. */
export interface Measure {
  readonly steps: number;
  readonly elements: number;
  readonly values: bigint;
}

export function measureOf(calls: readonly CallSignature[], { steps }: Case): Measure {
  let elements = 0;
  let values = 0n;
  for (const { call, inputs } of steps)
    for (const [at, slot] of (calls[call]?.inputs ?? []).entries()) {
      const value = inputs[at] ?? null;
      elements += countOf(slot.shape, value);
      values += costOf(slot.shape, slot.limits, value);
    }
  return { steps: steps.length, elements, values };
}

export function isSmaller(a: Measure, b: Measure): boolean {
  if (a.steps !== b.steps) return a.steps < b.steps;
  if (a.elements !== b.elements) return a.elements < b.elements;
  return a.values < b.values;
}

function countOf(shape: Shape, value: CaseValue): number {
  if (shape.kind === 'nullable') return value === null ? 0 : 1 + countOf(shape.of, value);
  if (shape.kind === 'choice') return countOf(recordOfChoice(shape, value), value);
  const elements = elementsOf(value);
  if (elements === undefined) return 0;
  if (elements instanceof Uint8Array) return elements.length;
  const inner = (at: number): Shape | undefined =>
    shape.kind === 'record'
      ? shape.fields[at]?.shape
      : shape.kind === 'list' || shape.kind === 'array'
        ? shape.of
        : undefined;
  const own = shape.kind === 'list' ? elements.length : 0;
  return elements.reduce<number>((sum, each, at) => {
    const of = inner(at);
    return of === undefined ? sum : sum + countOf(of, each);
  }, own);
}

function costOf(shape: Shape, limits: SlotLimits | undefined, value: CaseValue): bigint {
  switch (shape.kind) {
    case 'integer':
      return typeof value === 'bigint' ? 2n * magnitude(value) + (value < 0n ? 1n : 0n) : 0n;
    case 'float':
      return typeof value === 'number' ? BigInt(floatCost(value)) : 0n;
    case 'boolean':
      return value === true ? 1n : 0n;
    case 'nullable':
      return value === null ? 0n : costOf(shape.of, limits, value);
    case 'choice':
      return costOf(recordOfChoice(shape, value), limits, value);
    case 'record': {
      const fields = valuesOf(shape, elementsOf(value) ?? []);
      return shape.fields.reduce(
        (sum, field, at) => sum + costOf(field.shape, undefined, fields[at] ?? null),
        0n,
      );
    }
    case 'array':
    case 'list': {
      const elements = elementsOf(value) ?? [];
      if (elements instanceof Uint8Array) return BigInt(bytesCost(elements, limits));
      return elements.reduce<bigint>((sum, each) => sum + costOf(shape.of, limits, each), 0n);
    }
  }
}

export function isReadable(limits: SlotLimits | undefined): boolean {
  return limits?.isText === true || limits?.isUtf8 === true;
}

/** Is asked of every case that shrinking tries, which may have thousands of bytes. */
function bytesCost(bytes: Uint8Array, limits: SlotLimits | undefined): number {
  let sum = 0;
  const isText = isReadable(limits);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    sum += isText ? (LETTER_COSTS[byte] ?? 0) : byte;
  }
  return sum;
}

/** Of characters, `a` is the plainest, then letters, digits, a space, what is printed, and the rest. */
function letterCost(byte: number): number {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61;
  if (byte >= 0x41 && byte <= 0x5a) return 30 + byte - 0x41;
  if (byte >= 0x30 && byte <= 0x39) return 60 + byte - 0x30;
  if (byte >= 0x20 && byte < 0x7f) return 80 + byte - 0x20;
  return 200 + byte;
}

const LETTER_COSTS = Uint16Array.from({ length: 256 }, (_, byte) => letterCost(byte));

/** By what is to be written: `0.5` is less than `0.1234`, and any number less than what is none. */
function floatCost(value: number): number {
  if (Object.is(value, 0)) return 0;
  if (Number.isNaN(value)) return 1000;
  const sign = value < 0 || Object.is(value, -0) ? 1 : 0;
  if (!Number.isFinite(value)) return 900 + sign;
  const text = String(Math.abs(value));
  return text.length * 20 + 2 * Number(text[0]) + sign;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
