import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const WORDS = "{ c: { buf: { role: 'elements', of: 'uint16_t' } } }";
const PIECES = "{ c: { n: { role: 'length', of: 'words', each: 1 } } }";

(canBuildBoth ? inSandbox : describe.skip)('memory that C looks at as another type', () => {
  const sides = fixtureSides('seen_as.c');

  test.each([
    ['bytes as numbers, counted as these', 'halves_sum', 'halves_sum'],
    ['bytes as numbers, which are bytes in Rust', 'halves_sum', 'halves_sum_of_bytes'],
    ['bytes as numbers, counted as bytes', 'bytes_sum', 'bytes_sum_of_halves'],
    ['the same by bytes', 'bytes_sum', 'bytes_sum'],
    ['anything as numbers that are written', 'number_halves', 'number_halves'],
    ['numbers that another function writes into bytes', 'number_out', 'number_out'],
    ['words that another function copies out of bytes', 'words_xor', 'words_xor'],
    ['the same by bytes', 'words_xor', 'words_xor_of_bytes'],
    ['bytes as records', 'points_xor', 'points_xor'],
    ['bytes as one number', 'first_word', 'first_word_whole'],
    ['bytes as the first number', 'first_word', 'first_word_of_many'],
    ['bytes as one number, bytes in Rust', 'first_word', 'first_word'],
    ['words as bytes', 'words_as_bytes', 'words_as_bytes'],
    ['words as bytes, which are bytes in Rust', 'words_as_bytes', 'words_as_bytes_of'],
    ['a field of bytes as numbers', 'block_sum', 'block_sum'],
  ])(
    'is the same memory on both sides: %s',
    async (_, c, rust) => {
      const evidence = await sides(c, `seen_as::${rust}`);
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      const { branches, coveredBranches } = evidence.coverage;
      expect(coveredBranches).toBe(branches);
    },
    60_000,
  );

  test.each([
    ['halves_sum', 'halves_sum_swapped'],
    ['halves_sum', 'halves_sum_of_low'],
    ['halves_sum', 'halves_sum_of_first'],
    ['halves_sum', 'halves_sum_signed'],
    ['bytes_sum', 'bytes_sum_of_first'],
    ['number_halves', 'number_halves_but_first'],
    ['number_out', 'number_out_from_one'],
    ['words_xor', 'words_or'],
    ['points_xor', 'points_xor_of_x'],
    ['first_word', 'first_word_low'],
    ['words_as_bytes', 'words_as_bytes_but_last'],
  ])(
    'differs: %s and %s',
    async (c, rust) => {
      expect(await sides(c, `seen_as::${rust}`)).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test.each([
    [
      'numbers of other sizes',
      'halves_sum',
      'halves_sum_wide',
      /^buf has bytes, which the C reads as 16-bit numbers, and Rust has u32/,
    ],
    [
      'a field as numbers of other sizes',
      'block_sum',
      'block_sum_of_halves',
      /the memory of bytes of struct seen_block as numbers of 8 and 16 bits, and Rust has u16/,
    ],
    [
      'bytes that no cast makes numbers of',
      'pairs_sum',
      'pairs_sum',
      /may be none of the Rust: buf has bytes in C, and u16 in Rust/,
    ],
    [
      'a length by which nothing is read',
      'first_and_count',
      'first_and_count',
      /not plain whether n counts bytes or pieces of 4 bytes of words/,
    ],
  ])(
    'is not compared, and no difference is told: %s',
    async (_, c, rust, because) => {
      expect(await sides(c, `seen_as::${rust}`)).toMatchObject({
        kind: 'not checked',
        because: expect.stringMatching(because),
      });
    },
    60_000,
  );

  test('fields that lead to one memory have memory of their own, and no difference is told that comes of it', async () => {
    const state =
      "{ records: { seen_state: { words: { length: 'used' }, halves: { length: 'used' } } } }";
    const both = { mapping: state };
    expect(await sides('state_narrow', 'seen_as::state_narrow', both)).toMatchObject({
      kind: 'equal',
      limits: [
        expect.stringContaining('seen_state.halves leads into the memory of seen_state.words'),
      ],
    });
    expect(await sides('state_narrow', 'seen_as::state_narrow_high', both)).toMatchObject({
      kind: 'different',
    });
    expect(await sides('state_narrow_shared', 'seen_as::state_narrow_shared', both)).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining(
        'seen_state.halves leads into the memory of seen_state.words',
      ),
    });
  }, 90_000);

  test.each([
    ['what is there', 'pairs_sum', 'pairs_sum', WORDS, 'equal'],
    ['what is there, and Rust is wrong', 'pairs_sum', 'halves_sum', WORDS, 'different'],
    ['what a length counts', 'first_and_count', 'first_and_count', PIECES, 'equal'],
    ['it, and Rust is wrong', 'first_and_count', 'first_and_no_count', PIECES, 'different'],
  ])(
    'a mapping tells %s',
    async (_, c, rust, mapping, kind) => {
      expect((await sides(c, `seen_as::${rust}`, { mapping })).kind).toBe(kind);
    },
    60_000,
  );
});
