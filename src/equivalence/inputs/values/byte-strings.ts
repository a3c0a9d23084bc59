import type { Constants } from './constants.ts';
import type { Random } from './random.ts';
import { randomPart, randomText } from './texts.ts';

/** So many bytes: random ones, few different ones, a run, a count, encoded integers, or a text. */
export function randomBytes(random: Random, length: number, constants: Constants): Uint8Array {
  switch (random.below(10)) {
    case 0:
      return new Uint8Array(length).fill(random.pick([0, 0xff, 0x80, 0x7f, random.below(256)]));
    case 1:
    case 2: {
      const few = Array.from({ length: random.between(1, 4) }, () => random.below(256));
      return Uint8Array.from({ length }, () => random.pick(few));
    }
    case 3: {
      const [start, step] = [random.below(256), random.pick([1, -1, 2, random.below(256)])];
      return Uint8Array.from({ length }, (_, at) => start + at * step);
    }
    case 4:
    case 5:
      return randomText(random, length, constants);
    case 6:
    case 7:
      return encoded(random, length, constants);
    default:
      return Uint8Array.from({ length }, () => random.below(256));
  }
}

/** Fields as a binary format has them: integers in either byte order, lengths, words, rubbish. */
function encoded(random: Random, length: number, constants: Constants): Uint8Array {
  const bytes: number[] = [];
  while (bytes.length < length) {
    const way = random.below(6);
    if (way < 2 && constants.integers.length > 0)
      bytes.push(...integerBytes(random, random.pick(constants.integers)));
    else if (way < 3)
      bytes.push(...integerBytes(random, BigInt(random.between(0, length - bytes.length))));
    else if (way < 4) bytes.push(...randomPart(random, constants));
    else bytes.push(random.percent(50) ? random.below(256) : random.pick(EDGE_BYTES));
  }
  return Uint8Array.from(bytes.slice(0, length));
}

export const EDGE_BYTES = [0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x20, 0x30, 0x41, 0x61, 0x0a];

/** An integer as one, two, four or eight bytes, or seven bits at a time. */
export function integerBytes(random: Random, value: bigint): readonly number[] {
  const width = random.pick([1, 1, 2, 2, 4, 4, 8]);
  const bytes = Array.from({ length: width }, (_, at) =>
    Number(BigInt.asUintN(8, value >> BigInt(8 * at))),
  );
  if (random.percent(15)) return sevenBits(BigInt.asUintN(64, value));
  return random.percent(50) ? bytes : bytes.reverse();
}

/** LEB128: the format of variable length that most others resemble. */
function sevenBits(value: bigint): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

/** Ways to fill so many bytes: each shows another kind of mistake. */
export function filledBytes(random: Random, length: number): readonly Uint8Array[] {
  const fill = (byteAt: (at: number) => number): Uint8Array =>
    Uint8Array.from({ length }, (_, at) => byteAt(at));
  const sorted = fill(() => random.below(256)).sort();
  return [
    fill(() => 0),
    fill(() => 0xff),
    fill((at) => at),
    fill((at) => 255 - at),
    fill((at) => (at % 2 === 0 ? 0x55 : 0xaa)),
    fill(() => 0x61),
    fill((at) => 0x30 + (at % 10)),
    sorted,
    sorted.slice().reverse(),
    fill(() => random.below(256)),
  ];
}
