import { describe, expect, test } from '@jest/globals';
import type { Constants } from '../../../../src/equivalence/inputs/values/constants.ts';
import { seededRandom } from '../../../../src/equivalence/inputs/values/random.ts';
import {
  interestingTexts,
  randomPart,
  randomText,
} from '../../../../src/equivalence/inputs/values/texts.ts';

const texts = (characters: readonly number[]) =>
  interestingTexts({
    integers: [10n, 4096n, 7n],
    tabled: [],
    floats: [],
    words: [],
    characters,
  }).map((text) => Buffer.from(text).toString('latin1'));

test('where digits are read, constants are written out, and those beside them', () => {
  const found = texts([0x30, 0x39]);
  for (const number of ['4096', '4097', '4095', '-4096', '10', '11', '9']) {
    expect(found).toContain(number);
  }
});

test('where no digits are read, they are not', () => {
  expect(texts([0x2c])).not.toContain('4096');
});

describe('a text that is made', () => {
  const words = [Buffer.from('content-length'), Buffer.from('chunked')];
  const none = { integers: [], tabled: [], floats: [], words: [], characters: [] };
  const made = (constants: Constants, count = 400) =>
    Array.from({ length: count }, (_, seed) => randomText(seededRandom(seed), 40, constants));

  test('has the length that is asked for, also where the code has no words of its own', () => {
    for (const constants of [none, { ...none, words }]) {
      expect(new Set(made(constants).map((text) => text.length))).toEqual(new Set([40]));
    }
    expect(randomText(seededRandom(1), 0, none)).toHaveLength(0);
  });

  test('has words, characters and numbers of the code', () => {
    const own = { ...none, words, characters: [0x01], integers: [48_879n] };
    const texts = made(own).map((text) => Buffer.from(text).toString('latin1'));
    for (const part of ['content-length', 'CHUNKED', '\x01', '48879', 'beef']) {
      expect(texts.some((text) => text.includes(part))).toBe(true);
    }
    const others = made(none).map((text) => Buffer.from(text).toString('latin1'));
    expect(others.some((text) => text.includes('content-length'))).toBe(false);
  });

  test('has bytes past ASCII, white space and digits', () => {
    const bytes = new Set(made(none).flatMap((text) => [...text]));
    for (const byte of [0x20, 0x0a, 0x30, 0x61, 0xc3, 0xff, 0xf0]) expect(bytes).toContain(byte);
  });

  test('is made of parts that are never empty', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      expect(randomPart(seededRandom(seed), { ...none, words }).length).toBeGreaterThan(0);
    }
  });
});

test.each([
  ['the last character before the surrogates', [0xed, 0x9f, 0xbf]],
  ['the last surrogate', [0xed, 0xbf, 0xbf]],
  ['the last character of all', [0xf4, 0x8f, 0xbf, 0xbf]],
  ['two bytes for what has one', [0xc1, 0xbf]],
  ['a character of four bytes that there is not', [0xf7, 0xbf, 0xbf, 0xbf]],
])('interesting are the borders of UTF-8, alone and within a text: %s', (_, bytes) => {
  const text = Buffer.from(bytes).toString('latin1');
  expect(texts([])).toEqual(expect.arrayContaining([text, `a${text}b`]));
});
