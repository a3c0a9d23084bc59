import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IntegerType } from '../../../../src/code/rust/items/types.ts';
import {
  contains,
  type IntegerRange,
  isWithin,
  rangeOfInteger,
} from '../../../../src/code/rust/ranges/integer-range.ts';
import { methodRange } from '../../../../src/code/rust/ranges/method-range.ts';
import {
  appliedRange,
  castRange,
  resultRange,
} from '../../../../src/code/rust/ranges/range-arithmetic.ts';

const OPERATORS = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'] as const;
type Operator = (typeof OPERATORS)[number];

const TYPES: readonly IntegerType[] = [
  { bits: 8, signed: false, platform: false },
  { bits: 8, signed: true, platform: false },
  { bits: 64, signed: false, platform: true },
  { bits: 64, signed: true, platform: false },
];

/** A number of a type, often a small one or one near an end. */
function numberOf(type: IntegerType): fc.Arbitrary<bigint> {
  const { lo, hi } = rangeOfInteger(type);
  const near = fc.bigInt({ min: 0n, max: 9n });
  return fc.oneof(
    fc.bigInt({ min: lo, max: hi }),
    near.map((by) => lo + by),
    near.map((by) => hi - by),
    near.map((by) => (type.signed ? by - 5n : by)),
  );
}

/** A range of a type, with a number in it. */
function within(type: IntegerType): fc.Arbitrary<{ range: IntegerRange; value: bigint }> {
  return fc.tuple(numberOf(type), numberOf(type), numberOf(type)).map((numbers) => {
    const [lo, value, hi] = numbers.toSorted((a, b) => (a < b ? -1 : 1));
    return { range: { lo: lo ?? 0n, hi: hi ?? 0n }, value: value ?? 0n };
  });
}

/** What Rust's operator gives on numbers, with no limit; undefined where it panics whatever the type. */
function exact(operator: Operator, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? undefined : a / b;
    case '%':
      return b === 0n ? undefined : a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    default:
      if (b < 0n || b > 127n) return undefined;
      return operator === '<<' ? a << b : a >> b;
  }
}

function wrapped(value: bigint, { bits, signed }: IntegerType): bigint {
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

const operands = fc
  .constantFrom(...TYPES)
  .chain((type) => fc.record({ type: fc.constant(type), a: within(type), b: within(type) }));

describe('what is not in a range never comes out', () => {
  test.each(OPERATORS)('of %s, without limits', (operator) => {
    fc.assert(
      fc.property(operands, ({ a, b }) => {
        const range = resultRange(operator, a.range, b.range);
        const result = exact(operator, a.value, b.value);
        if (range !== undefined && result !== undefined) expect(contains(range, result)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test.each(OPERATORS)('of %s, as a release build wraps around', (operator) => {
    fc.assert(
      fc.property(operands, ({ type, a, b }) => {
        const isShift = operator === '<<' || operator === '>>';
        // A release build shifts by the remainder.
        const by = isShift ? b.value & BigInt(type.bits - 1) : b.value;
        const result = exact(operator, a.value, by);
        const range = appliedRange(operator, a.range, b.range, type);
        if (range === undefined || result === undefined) return;
        expect(contains(range, wrapped(result, type))).toBe(true);
        expect(isWithin(range, rangeOfInteger(type))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('of casts', () => {
    const casts = fc
      .tuple(fc.constantFrom(...TYPES), fc.constantFrom(...TYPES))
      .chain(([from, to]) => fc.record({ to: fc.constant(to), a: within(from) }));
    fc.assert(
      fc.property(casts, ({ to, a }) => {
        expect(contains(castRange(a.range, to), wrapped(a.value, to))).toBe(true);
      }),
    );
  });

  test.each([
    ['min', (a: bigint, b: bigint) => (a < b ? a : b)],
    ['max', (a: bigint, b: bigint) => (a > b ? a : b)],
    ['wrapping_add', (a: bigint, b: bigint, type: IntegerType) => wrapped(a + b, type)],
    ['wrapping_sub', (a: bigint, b: bigint, type: IntegerType) => wrapped(a - b, type)],
    ['saturating_mul', (a: bigint, b: bigint, type: IntegerType) => saturated(a * b, type)],
    ['saturating_sub', (a: bigint, b: bigint, type: IntegerType) => saturated(a - b, type)],
    ['rem_euclid', (a: bigint, b: bigint) => (b === 0n ? undefined : euclidean(a, b))],
    ['abs', (a: bigint, _: bigint, type: IntegerType) => wrapped(a < 0n ? -a : a, type)],
  ] as const)('of .%s()', (name, real) => {
    fc.assert(
      fc.property(operands, ({ type, a, b }) => {
        const result = real(a.value, b.value, type);
        const range = methodRange(name, type, a.range, [b.range]);
        if (range !== undefined && result !== undefined) expect(contains(range, result)).toBe(true);
      }),
    );
  });
});

function saturated(value: bigint, type: IntegerType): bigint {
  const { lo, hi } = rangeOfInteger(type);
  if (value < lo) return lo;
  return value > hi ? hi : value;
}

function euclidean(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest < 0n ? rest + (b < 0n ? -b : b) : rest;
}

test('says exactly what simple arithmetic gives', () => {
  const byte = { lo: 0n, hi: 255n };
  expect(resultRange('+', byte, { lo: 1n, hi: 2n })).toEqual({ lo: 1n, hi: 257n });
  expect(resultRange('%', byte, { lo: 10n, hi: 10n })).toEqual({ lo: 0n, hi: 9n });
  expect(resultRange('>>', byte, { lo: 4n, hi: 4n })).toEqual({ lo: 0n, hi: 15n });
  expect(resultRange('/', byte, { lo: 0n, hi: 0n })).toBeUndefined();
  expect(resultRange('|', { lo: 4n, hi: 4n }, { lo: 3n, hi: 3n })).toEqual({ lo: 7n, hi: 7n });
});
