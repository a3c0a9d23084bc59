import type { SlotLimits } from '../../cases/case.ts';
import type { IntegerShape } from '../../cases/shape.ts';
import { integerRange, wrapInto } from './bounds.ts';
import type { Random } from './random.ts';
import type { IntegerRange } from './type-range.ts';

/** So many values and fewer are tried one by one. */
const FEW = 512n;

/** Values of an integer at which code goes wrong, the most telling first, each once. */
export function interestingIntegers(
  shape: IntegerShape,
  limits: SlotLimits | undefined,
  constants: readonly bigint[],
): readonly bigint[] {
  const range = integerRange(shape, limits);
  const likely = limits?.likely ?? [];
  if (shape.only !== undefined) return shape.only;
  const all = [
    ...likely,
    ...outside(likely),
    0n,
    1n,
    -1n,
    range.least,
    range.most,
    ...constants.flatMap(neighbours),
    range.least + 1n,
    range.most - 1n,
    2n,
    ...powers(shape.bits).flatMap(neighbours),
    10n,
    100n,
    1000n,
    1_000_000n,
    ...everyOf(range),
  ];
  return [...new Set(all)].filter((value) => value >= range.least && value <= range.most);
}

/** Bytes, as signed and as unsigned characters, and one more. */
const CHARACTERS = Array.from({ length: 385 }, (_, step) => BigInt(step - 128));

/** Each character, for which code has tables: chance would leave some of them out. */
export function characterIntegers(
  shape: IntegerShape,
  limits: SlotLimits | undefined,
): readonly bigint[] {
  const isCounted = limits?.within !== undefined || limits?.room !== undefined;
  return isCounted || limits?.likely !== undefined ? [] : fitting(CHARACTERS, shape, limits);
}

/** The numbers of long tables, and those beside them. @param tabled these numbers */
export function tabledIntegers(
  shape: IntegerShape,
  limits: SlotLimits | undefined,
  tabled: readonly bigint[],
): readonly bigint[] {
  return fitting([...new Set(tabled.flatMap(neighbours))], shape, limits);
}

function fitting(
  values: readonly bigint[],
  shape: IntegerShape,
  limits: SlotLimits | undefined,
): readonly bigint[] {
  if (shape.only !== undefined) return [];
  const { least, most } = integerRange(shape, limits);
  return values.filter((value) => value >= least && value <= most);
}

/** A number near an edge, of any size, or any at all. */
export function randomInteger(
  random: Random,
  shape: IntegerShape,
  limits: SlotLimits | undefined,
  constants: readonly bigint[],
): bigint {
  const range = integerRange(shape, limits);
  const likely = limits?.likely ?? [];
  if (shape.only !== undefined) return random.pick(shape.only);
  if (likely.length > 0 && random.percent(60)) return wrapInto(range, random.pick(likely));
  const way = random.below(100);
  if (way < 15 && constants.length > 0) {
    const near = random.pick(constants) + BigInt(random.between(-2, 2));
    return wrapInto(range, random.percent(10) ? -near : near);
  }
  if (way < 20 && constants.length > 0) {
    const [a, b] = [random.pick(constants), random.pick(constants)];
    return wrapInto(range, random.pick([a + b, a - b, a * b, a | b, a << 1n]));
  }
  if (way < 35) return wrapInto(range, nearEdge(random, range, Math.max(64, shape.bits)));
  // As many small numbers as large ones: each width is as likely as the others.
  if (way < 80) {
    const width = random.between(1, shape.bits);
    const size = random.bigBetween(0n, (1n << BigInt(width)) - 1n);
    return wrapInto(range, shape.signed && random.percent(40) ? -size : size);
  }
  return random.bigBetween(range.least, range.most);
}

/** A value and those beside it. */
export function neighbours(value: bigint): readonly bigint[] {
  return [value, value + 1n, value - 1n];
}

function nearEdge(random: Random, { least, most }: IntegerRange, bits: number): bigint {
  const step = BigInt(random.below(4));
  const power = 1n << BigInt(random.below(bits));
  return random.pick([least + step, most - step, power + step, power - step, -power + step]);
}

/** Negatives where the type has them: the caller drops what is out of range. */
function powers(bits: number): readonly bigint[] {
  // Widths first: there are the edges of narrower types.
  const exponents = [8, 16, 32, 7, 15, 31, 63, ...Array(bits).keys()];
  return exponents.flatMap((exponent) => [1n << BigInt(exponent), -(1n << BigInt(exponent))]);
}

/** What an enum does not know: past its ends, and in a gap. */
function outside(likely: readonly bigint[]): readonly bigint[] {
  const known = new Set(likely);
  const beside = likely.flatMap((value) => [value + 1n, value - 1n]);
  return beside.filter((value) => !known.has(value)).slice(-4);
}

function everyOf({ least, most }: IntegerRange): readonly bigint[] {
  if (most - least >= FEW) return [];
  return Array.from({ length: Number(most - least) + 1 }, (_, step) => least + BigInt(step));
}
