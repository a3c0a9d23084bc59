import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const TOLD =
  "{ c: { rest: { role: 'output', room: 1 } }, result: { tuple: ['return', { offset: 'text', from: '*rest' }] } }";

(canBuildBoth ? inSandbox : describe.skip)('pointers that the C moves on', () => {
  const sides = fixtureSides('moved_on.c');

  test.each([
    ['up to an end, in Rust what is left', 'read_digits', 'read_digits', undefined],
    ['up to an end, in Rust how far', 'read_digits', 'read_digits_count', undefined],
    ['of bytes that may be zero', 'line_sum', 'line_sum', undefined],
    ['of larger numbers', 'take_words', 'take_words', undefined],
    ['along a text', 'skip_spaces', 'skip_spaces', undefined],
    ['and leaves behind another pointer', 'number_of', 'number_of', undefined],
    ['and leaves behind another pointer, as the mapping says', 'number_of', 'number_of', TOLD],
  ])(
    'are equal: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, `moved_on::${rust}`, mapping ? { mapping } : {});
      expect(evidence).toMatchObject({ kind: 'equal', excluded: 0 });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['read_digits', 'read_digits_far'],
    ['read_digits', 'read_digits_none'],
    ['line_sum', 'line_sum_feed'],
    ['skip_spaces', 'skip_spaces_all'],
    ['number_of', 'number_of_all'],
  ])(
    'differ: %s, broken as %s',
    async (c, rust) => {
      expect(await sides(c, `moved_on::${rust}`, {})).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('are refused where what is returned is none', async () => {
    const mapping = "{ result: { tuple: ['return', { offset: 'text' }] } }";
    expect(await sides('number_of', 'moved_on::number_of', { mapping })).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('what number_of returns is no pointer into text'),
    });
  }, 60_000);
});
