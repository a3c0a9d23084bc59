import type { Constants } from './constants.ts';
import { framedWord } from './names.ts';
import type { Random } from './random.ts';

const SEPARATORS = Buffer.from(' \t\n\r,.;:-+/=|_@#%&?!*<>()[]{}"\'\\^~$`');
const DIGITS = Buffer.from('0123456789');
const LETTERS = Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const HEX = Buffer.from('0123456789abcdefABCDEFxX');
/** The first and the last character of each length, those on both sides of the surrogates, and the last of all. */
const BORDERS = [0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff];

/** Two, three and four bytes a character; then bytes that are no UTF-8: a tail alone, cut short, too long, a surrogate. */
const BEYOND_ASCII: readonly (readonly number[])[] = [
  [0xc3, 0xa9],
  [0xe2, 0x82, 0xac],
  [0xf0, 0x9f, 0x98, 0x80],
  [0xef, 0xbb, 0xbf],
  [0x80],
  [0xff],
  [0xe2, 0x82],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  ...BORDERS.map((code) => [...Buffer.from(String.fromCodePoint(code))]),
  // The last ones that are too long, the last surrogate, and more bytes than a character has.
  [0xc1, 0xbf],
  [0xe0, 0x9f, 0xbf],
  [0xf0, 0x8f, 0xbf, 0xbf],
  [0xed, 0xbf, 0xbf],
  [0xf7, 0xbf, 0xbf, 0xbf],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
];

/** Of the parts of a text. */
const KINDS = 13;

/**
 * Bytes that look like what the code parses: its own words and characters, digits, signs,
 * separators, white space, runs of one byte, and bytes past ASCII.
 */
export function randomText(random: Random, length: number, constants: Constants): Uint8Array {
  const bytes: number[] = [];
  // A text of few kinds of parts looks like one that a person wrote.
  const kinds = random.percent(70)
    ? Array.from({ length: random.between(1, 3) }, () => random.below(KINDS))
    : Array.from({ length: KINDS }, (_, kind) => kind);
  while (bytes.length < length) bytes.push(...part(random, random.pick(kinds), constants));
  return Uint8Array.from(bytes.slice(0, length));
}

/** One part of a text: a word, a number, a separator. Never empty. */
export function randomPart(random: Random, constants: Constants): Uint8Array {
  return Uint8Array.from(part(random, random.below(KINDS), constants));
}

function part(random: Random, kind: number, constants: Constants): Iterable<number> {
  const { words, characters, integers } = constants;
  switch (kind) {
    case 0:
    case 1:
      return words.length > 0 ? likeAWord(random, random.pick(words)) : letters(random);
    case 2:
    case 3:
      return characters.length > 0 ? [random.pick(characters)] : [random.pick(SEPARATORS)];
    case 4:
      return integers.length > 0
        ? Buffer.from(random.pick(integers).toString(random.pick([10, 10, 16])))
        : digits(random);
    case 5:
    case 6:
      return digits(random);
    case 7:
      return [random.pick(SEPARATORS)];
    case 8:
      return letters(random);
    case 9:
      return Array<number>(random.between(2, 40)).fill(random.below(256));
    case 10:
      return random.pick(BEYOND_ASCII);
    case 11:
      return framedWord(random, constants);
    default:
      return [random.percent(80) ? random.between(0x20, 0x7e) : random.below(256)];
  }
}

/** A word, as it is or cut short, in other letters, or with one byte changed. */
function likeAWord(random: Random, word: Uint8Array): Uint8Array {
  switch (random.below(8)) {
    case 0:
      return word.slice(0, Math.max(1, random.below(word.length + 1)));
    case 1:
      return Buffer.from(Buffer.from(word).toString('latin1').toUpperCase(), 'latin1');
    case 2:
      return Buffer.from(Buffer.from(word).toString('latin1').toLowerCase(), 'latin1');
    case 3: {
      const changed = Uint8Array.from(word);
      changed[random.below(word.length)] = random.below(256);
      return changed;
    }
    default:
      return word;
  }
}

function digits(random: Random): readonly number[] {
  const sign = random.percent(20) ? [random.pick(Buffer.from('+-'))] : [];
  const length = random.pick([1, 1, 2, 2, 2, 3, 4, 4, 8, 10, 12, 20, 25]);
  const alphabet = random.percent(15) ? HEX : DIGITS;
  return [...sign, ...Array.from({ length }, (): number => random.pick(alphabet))];
}

function letters(random: Random): readonly number[] {
  const few = LETTERS.subarray(0, random.pick([3, 26, LETTERS.length]));
  return Array.from({ length: random.between(1, 8) }, () => random.pick(few));
}

/** Texts at which parsers go wrong, shortest first. */
export function interestingTexts(constants: Constants): readonly Uint8Array[] {
  const { words, characters } = constants;
  const single = characters.map((byte) => [byte]);
  const texts: Iterable<number>[] = [
    [],
    ...single,
    ...words,
    ...characters.flatMap((byte) => [
      [0x61, byte],
      [byte, 0x61],
      [byte, byte],
      [0x31, byte],
      [byte, 0x31],
      [0x61, byte, 0x62],
    ]),
    ...words.flatMap((word) => [
      [...word, 0x20],
      [0x20, ...word],
      [...word, ...word],
      word.slice(0, -1),
      [...word, 0x78],
    ]),
    ...numberTexts(constants),
    ...TEXTS.map((text) => Buffer.from(text)),
    ...BEYOND_ASCII,
    ...BEYOND_ASCII.map((bytes) => [0x61, ...bytes, 0x62]),
  ];
  return texts.map((text) => Uint8Array.from(text));
}

/** So many constants are written out. */
const MAX_NUMBERS = 24;

/** Where the C reads digits: the constants that it compares with, and those beside them, as a person writes them. */
function numberTexts({ characters, integers }: Constants): readonly Uint8Array[] {
  if (!DIGITS.some((digit) => characters.includes(digit))) return [];
  const long = integers.filter((value) => value > 9n).slice(0, MAX_NUMBERS);
  const near = long.flatMap((value) => [value, value + 1n, value - 1n, -value]);
  return [...new Set(near)].map((value) => Buffer.from(String(value)));
}

const TEXTS = [
  'a',
  'A',
  '0',
  ' ',
  'ab',
  'aa',
  '00',
  '-1',
  '+1',
  '-',
  '.',
  '1.5',
  '1e5',
  '0x1F',
  '012',
  '255',
  '256',
  '2147483647',
  '2147483648',
  '-2147483648',
  '4294967295',
  '4294967296',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '99999999999999999999999',
  'nan',
  'inf',
  'true',
  '  a  ',
  '\t\n\r',
  'a b',
  'a,b,c',
  'a,',
  ',a',
  ',,',
  'k=v',
  '"a"',
  "'",
  '\\n',
  '\\',
  '%s%d%n',
  '%',
  'a/b/../c',
  '(a)',
  '[1]',
  '{}',
  'Hello, World!',
  'racecar',
  'The quick brown fox jumps over the lazy dog',
  '2024-02-29',
  '2023-02-29',
  '2000-02-29',
  '1900-02-29',
  '1970-01-01T00:00:00Z',
  '12:34:56',
  '23:59:60',
  '127.0.0.1',
  'user@example.org',
];
