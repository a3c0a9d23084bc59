import { EDGE_BYTES, integerBytes } from './byte-strings.ts';
import type { Constants } from './constants.ts';
import { type Elements, spliced } from './elements.ts';
import { neighbours } from './integers.ts';
import { framedWord, withAnotherName, withFrame } from './names.ts';
import type { Random } from './random.ts';
import { randomPart } from './texts.ts';

type Change = (random: Random, bytes: Uint8Array, constants: Constants) => Elements;

/** Changes one or a few bytes, a number, a name or what stands around it: the length may change. Bytes must not be empty. */
export function changedInPlace(random: Random, bytes: Uint8Array, constants: Constants): Elements {
  return random.pick(IN_PLACE)(random, bytes, constants);
}

/** Makes the bytes longer by a word, a number, a part of a text, or a run. */
export function insertion(random: Random, constants: Constants): Uint8Array {
  const { words, integers, characters } = constants;
  const way = random.below(7);
  if (way === 6) return framedWord(random, constants);
  if (way === 0 && words.length > 0) return random.pick(words);
  if (way === 1 && integers.length > 0)
    return Uint8Array.from(integerBytes(random, random.pick(integers)));
  if (way === 2) return new Uint8Array(random.between(1, 32)).fill(random.below(256));
  if (way === 3) return Uint8Array.of(random.below(256));
  if (way === 4 && characters.length > 0) return Uint8Array.of(random.pick(characters));
  return randomPart(random, constants);
}

const IN_PLACE: readonly Change[] = [
  (random, bytes) => withByte(random, bytes, (byte) => byte ^ (1 << random.below(8))),
  (random, bytes) => withByte(random, bytes, (byte) => byte + random.between(-35, 35)),
  (random, bytes) => withByte(random, bytes, () => random.pick(EDGE_BYTES)),
  (random, bytes) => withByte(random, bytes, () => random.below(256)),
  (random, bytes) => withByte(random, bytes, (byte) => byte ^ 0x20),
  // More often than the others: what the code compares with is what it waits for.
  withCharacter,
  withCharacter,
  withCharacter,
  (random, bytes, { words }) =>
    overwritten(random, bytes, words.length > 0 ? random.pick(words) : Uint8Array.of(0)),
  (random, bytes, constants) => overwritten(random, bytes, randomPart(random, constants)),
  (random, bytes, { integers }) =>
    overwritten(
      random,
      bytes,
      integerBytes(random, integers.length > 0 ? nextTo(random, integers) : edge(random)),
    ),
  (random, bytes) => overwritten(random, bytes, integerBytes(random, edge(random))),
  increased,
  anotherNumber,
  withAnotherName,
  withAnotherName,
  withAnotherName,
  withFrame,
  repeated,
];

function withByte(random: Random, bytes: Uint8Array, change: (byte: number) => number): Uint8Array {
  const result = Uint8Array.from(bytes);
  const at = placeIn(random, bytes.length);
  result[at] = change(result[at] ?? 0);
  return result;
}

function withCharacter(random: Random, bytes: Uint8Array, { characters }: Constants): Uint8Array {
  return withByte(random, bytes, (byte) =>
    characters.length > 0 ? random.pick(characters) : ~byte,
  );
}

/** What one byte is, those beside it are, too: quotes are doubled, and padding and separators stand in runs. */
function repeated(random: Random, bytes: Uint8Array): Uint8Array {
  const from = placeIn(random, bytes.length);
  const least = Math.max(0, from - random.pick([0, 1, 1, 2, 3]));
  return Uint8Array.from(bytes).fill(bytes[from] ?? 0, least, from + random.pick([1, 2, 2, 3, 4]));
}

/** Part of a longer text is cut off at the end. */
function overwritten(random: Random, bytes: Uint8Array, part: ArrayLike<number>): Uint8Array {
  const result = Uint8Array.from(bytes);
  const start = placeIn(random, bytes.length);
  for (let at = 0; at < part.length && start + at < bytes.length; at += 1)
    result[start + at] = part[at] ?? 0;
  return result;
}

/** Adds a little to a number of two or four bytes, in either order. */
function increased(random: Random, bytes: Uint8Array): Uint8Array {
  const width = random.pick([2, 4]);
  if (bytes.length < width) return withByte(random, bytes, (byte) => byte + 1);
  const result = Uint8Array.from(bytes);
  const view = new DataView(result.buffer);
  const at = random.between(0, bytes.length - width);
  const isLittle = random.percent(50);
  const step = random.between(-35, 35);
  if (width === 2) view.setUint16(at, view.getUint16(at, isLittle) + step, isLittle);
  else view.setUint32(at, view.getUint32(at, isLittle) + step, isLittle);
  return result;
}

/** Replaces a decimal number in a text by another one. */
function anotherNumber(random: Random, bytes: Uint8Array, { integers }: Constants): Elements {
  const text = Buffer.from(bytes).toString('latin1');
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length === 0) return withByte(random, bytes, (byte) => byte + 1);
  const found = random.pick(numbers);
  const old = BigInt(found[0].slice(0, 30));
  const value = random.pick([
    old + 1n,
    old - 1n,
    old * 10n,
    0n,
    edge(random),
    integers.length > 0 ? nextTo(random, integers) : old / 2n,
  ]);
  const digits = Buffer.from(String(value).padStart(random.percent(30) ? found[0].length : 0, '0'));
  return spliced(bytes, found.index, found.index + found[0].length, Uint8Array.from(digits));
}

function nextTo(random: Random, integers: readonly bigint[]): bigint {
  return random.pick(neighbours(random.pick(integers)));
}

function edge(random: Random): bigint {
  return random.pick(neighbours(1n << BigInt(random.below(64)))) * (random.percent(70) ? 1n : -1n);
}

/** What formats tell of themselves stands at the start, and what was read last at the end. */
function placeIn(random: Random, length: number): number {
  const way = random.below(4);
  if (way === 0) return random.below(Math.min(8, length));
  if (way === 1) return length - 1 - random.below(Math.min(8, length));
  return random.below(length);
}
