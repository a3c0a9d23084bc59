import type { Constants } from './constants.ts';
import { type Elements, spliced } from './elements.ts';
import type { Random } from './random.ts';

const BRACKETS = Buffer.from('()[]{}<>');
/** Such as the `${` and `}` around a name. */
const LONGEST_MARK = 3;
const WORD_CHARACTER = /[\w\x80-\xff]/;

/**
 * Puts a word of the code in the place of a name within a text, or where one could stand. Code that compares
 * the length of a name before its bytes shows of no wrong one how near it was, so that whole ones have to be tried.
 */
export function withAnotherName(random: Random, bytes: Uint8Array, constants: Constants): Elements {
  const { words } = constants;
  if (words.length === 0) return bytes;
  const text = Buffer.from(bytes).toString('latin1');
  const names = namesIn(text);
  if (names.length > 0 && random.percent(75)) {
    const { 0: name, index } = random.pick(names);
    return spliced(bytes, index, index + name.length, random.pick(words));
  }
  const places = emptyNames(text);
  const at = places.length > 0 ? random.pick(places) : random.between(0, text.length);
  return spliced(bytes, at, at, random.pick(words));
}

/** Where names of so many bytes begin; none has no bytes, and could stand between two characters that are part of no name. */
export function namesOfLength(bytes: Uint8Array, length: number): readonly number[] {
  const text = Buffer.from(bytes).toString('latin1');
  if (length === 0) return emptyNames(text);
  return namesIn(text)
    .filter(([name]) => name.length === length)
    .map(({ index }) => index);
}

function namesIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/[\w\x80-\xff]+/g)];
}

function emptyNames(text: string): readonly number[] {
  return [...text.matchAll(/(?<![\w\x80-\xff])(?![\w\x80-\xff])/g)].map(({ index }) => index);
}

/** Puts characters of the code around a part of the bytes: brackets, quotes, or one on both sides. */
export function withFrame(random: Random, bytes: Uint8Array, constants: Constants): Elements {
  const start = random.between(0, bytes.length);
  const end = Math.min(bytes.length, start + random.below(random.pick([2, 8, bytes.length + 1])));
  return spliced(bytes, start, end, framed(random, bytes.subarray(start, end), constants));
}

/** A word of the code between one or several pairs of its characters. */
export function framedWord(random: Random, constants: Constants): Uint8Array {
  const { words } = constants;
  let part = words.length > 0 ? random.pick(words) : Uint8Array.of(random.between(0x61, 0x7a));
  for (let depth = random.pick([1, 2, 2, 3]); depth > 0; depth -= 1)
    part = framed(random, part, constants);
  return part;
}

function framed(random: Random, part: Uint8Array, { characters, words }: Constants): Uint8Array {
  const marks = words.filter((word) => word.length <= LONGEST_MARK && word.every(isSign));
  const signs = characters.filter(isSign);
  const before =
    marks.length > 0 && random.percent(35)
      ? random.pick(marks)
      : Uint8Array.of(random.pick(signs.length > 0 ? signs : BRACKETS));
  // Half of the signs are found where they close.
  const opening = before.map((sign) => (isClosing(sign) ? partnerOf(sign) : sign));
  return Uint8Array.of(...opening, ...part, ...opening.map(partnerOf).reverse());
}

/** Printable, and no part of a name. */
function isSign(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && !WORD_CHARACTER.test(String.fromCharCode(byte));
}

function isClosing(sign: number): boolean {
  return BRACKETS.indexOf(sign) % 2 === 1;
}

/** Brackets stand in pairs; what is none stands on both sides. */
function partnerOf(sign: number): number {
  const at = BRACKETS.indexOf(sign);
  return at < 0 ? sign : (BRACKETS[at ^ 1] ?? sign);
}
