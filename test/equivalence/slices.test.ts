import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('records that Rust has as a list alone', () => {
  const sides = fixtureSides('slices.c');

  test.each([
    ['by value', 'slice_count', 'slice_count'],
    ['two of them', 'slice_equal', 'slice_equal'],
    ['given back', 'slice_behind', 'slice_behind'],
    ['that grows', 'buffer_add', 'buffer_add'],
    ['behind a pointer', 'buffer_sum', 'buffer_sum'],
    ['as text', 'buffer_sum', 'buffer_sum_text'],
    ['whose memory is changed', 'numbers_negate', 'numbers_negate'],
  ])(
    'are equal: %s',
    async (_, c, rust) => {
      const evidence = await sides(c, `slices::${rust}`, {});
      expect(evidence).toMatchObject({ kind: 'equal' });
    },
    60_000,
  );

  test.each([
    ['slice_count', 'slice_count_few', /^s = /],
    ['slice_behind', 'slice_behind_with', /^s = /],
    ['buffer_add', 'buffer_add_short', /^b = /],
    ['numbers_negate', 'numbers_negate_rest', /^n = /],
  ])(
    'differ: %s, broken as %s',
    async (c, rust, input) => {
      expect(await sides(c, `slices::${rust}`, {})).toMatchObject({
        kind: 'different',
        input: expect.stringMatching(input),
      });
    },
    60_000,
  );

  test('need what tells their length', async () => {
    expect(await sides('lost_first', 'slices::lost_first', {})).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('nothing tells how many elements items of struct lost has'),
    });
  }, 60_000);

  test.each([
    ['by names', {}],
    [
      'by the mapping',
      { mapping: "{ records: { 'struct bits': { words: { length: 'word_alloc' } } } }" },
    ],
  ])(
    'have their room for their length, where nothing else tells one: %s',
    async (_, options) => {
      expect(await sides('bits_set', 'slices::Bits::set', options)).toMatchObject({
        kind: 'equal',
      });
      expect(await sides('bits_set', 'slices::Bits::set_low', options)).toMatchObject({
        kind: 'different',
      });
    },
    60_000,
  );

  const PERSON = "{ rust: { self: 'p' }, records: { 'struct person': { note: { text: true } } } }";
  const IN_PLACE = "{ c: { text: { role: 'text' } } }";

  test.each([
    ['fields that may be null', 'person_score', 'Person::score', PERSON],
    ['a text that is cut where it stands', 'cut_at_blank', 'cut_at_blank', IN_PLACE],
    ['a String that is cut', 'cut_at_blank', 'cut_at_blank_text', undefined],
  ])(
    'are equal: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, `slices::${rust}`, mapping ? { mapping } : {});
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['person_score', 'Person::score_empty', PERSON],
    ['cut_at_blank', 'cut_behind_blank', IN_PLACE],
  ])(
    'differ: %s, broken as %s',
    async (c, rust, mapping) => {
      const evidence = await sides(c, `slices::${rust}`, { mapping });
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
