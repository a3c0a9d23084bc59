import type { Random } from './random.ts';

/** Values of a float at which code goes wrong, the most telling first. */
export function interestingFloats(bits: 32 | 64, constants: readonly number[]): readonly number[] {
  const all = [
    0,
    1,
    -1,
    -0,
    0.5,
    -0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    ...constants.flatMap((value) => [
      value,
      nextFloat(value, bits, 1),
      nextFloat(value, bits, -1),
      -value,
    ]),
    2,
    1.5,
    2.5,
    0.1,
    10,
    100,
    ...(bits === 64 ? DOUBLE_EDGES : SINGLE_EDGES).flatMap((value) => [value, -value]),
    // Where conversions to integers overflow, and where there are no more fractions.
    ...[24, 31, 32, 53, 63, 64].flatMap((exponent) => {
      const power = 2 ** exponent;
      return [
        power,
        nextFloat(power, bits, -1),
        nextFloat(power, bits, 1),
        -power,
        -nextFloat(power, bits, 1),
      ];
    }),
  ];
  return distinct(all.map((value) => (bits === 32 ? Math.fround(value) : value)));
}

/** A float near a known one, of any size, or of any bits. */
export function randomFloat(random: Random, bits: 32 | 64, constants: readonly number[]): number {
  const way = random.below(100);
  const value = floatOf(random, way, bits, constants);
  return bits === 32 ? Math.fround(value) : value;
}

function floatOf(random: Random, way: number, bits: 32 | 64, constants: readonly number[]): number {
  if (way < 15 && constants.length > 0)
    return nextFloat(random.pick(constants), bits, random.between(-2, 2));
  if (way < 40) return random.between(-1000, 1000) / random.pick([1, 1, 2, 4, 8, 10, 100]);
  if (way < 60) return random.between(-(2 ** 31), 2 ** 31) / 2 ** random.below(32);
  if (way < 75) return fromBits(bits, random.bigBetween(0n, (1n << BigInt(bits)) - 1n));
  if (way < 90) {
    const sign = random.percent(50) ? 1 : -1;
    return (sign * random.between(1, 9999) * 10 ** random.between(-12, 12)) / 1000;
  }
  return random.pick(bits === 64 ? ANY_DOUBLE_EDGE : ANY_SINGLE_EDGE);
}

/** The float so many steps up or down; itself where there is none. */
export function nextFloat(value: number, bits: 32 | 64, steps: number): number {
  if (!Number.isFinite(value)) return value;
  const own = toBits(bits, value);
  // Bits count up from zero: those of negative numbers the other way round.
  const sign = 1n << BigInt(bits - 1);
  const ordered = own >= sign ? sign - own : own;
  const moved = ordered + BigInt(steps);
  return fromBits(bits, moved < 0n ? sign - moved : moved);
}

export function toBits(bits: 32 | 64, value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 64) {
    view.setFloat64(0, value);
    return view.getBigUint64(0);
  }
  view.setFloat32(0, value);
  return BigInt(view.getUint32(0));
}

/** Every NaN becomes the one that JavaScript has: its payload is not kept in numbers. */
export function fromBits(bits: 32 | 64, pattern: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(bits, pattern));
  const value = bits === 64 ? view.getFloat64(0) : view.getFloat32(4);
  return Number.isNaN(value) ? Number.NaN : value;
}

const DOUBLE_EDGES = [
  Number.MIN_VALUE,
  2.2250738585072014e-308,
  Number.MAX_VALUE,
  Number.EPSILON,
  1 + Number.EPSILON,
  1e-300,
  1e300,
];
const SINGLE_EDGES = [
  2 ** -149,
  2 ** -126,
  3.4028234663852886e38,
  2 ** -23,
  1 + 2 ** -23,
  1e-30,
  1e30,
];

const ANY_DOUBLE_EDGE = interestingFloats(64, []);
const ANY_SINGLE_EDGE = interestingFloats(32, []);

/** -0 and 0 are two values. */
function distinct(values: readonly number[]): readonly number[] {
  return values.filter((value, at) => values.findIndex((other) => Object.is(other, value)) === at);
}
