import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const METER = [
  { c: 'meter_new', rust: 'callbacks::Meter::new' },
  { c: 'meter_next', rust: 'callbacks::Meter::next_byte' },
];

(canBuildBoth ? inSandbox : describe.skip)('functions of the caller, given to both sides', () => {
  const sides = fixtureSides('callbacks.c');

  test.each([
    ['&mut dyn FnMut, and a context', 'each_byte', 'each_byte'],
    ['a generic with where, a record, a text, and errors by name', 'each_even', 'each_even'],
    ['impl FnMut that compares', 'sort_values', 'sort_values'],
    ['a pointer without a context, that may be null', 'map_values', 'map_values'],
    ['impl Read for a record of function and context', 'sum_source', 'sum_source'],
    ['Box<dyn Read>', 'sum_source', 'sum_boxed'],
    ['a generic of a trait of the crate', 'sum_source', 'sum_trait'],
    ['a struct that has the closure', 'sum_source', 'sum_struct'],
    ['a field of a record beside others', 'count_kept', 'count_kept'],
    ['&mut dyn FnMut, and a context that is given first', 'walk_values', 'walk_values'],
  ])(
    'are equal: %s',
    async (_, c, rust) => {
      const evidence = await sides(c, `callbacks::${rust}`, { cases: 300 });
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['more calls than the C makes', 'each_byte', 'each_byte_to_the_end', 'calls of visit'],
    ['other arguments', 'each_even', 'each_even_heavier', 'calls of visit'],
    ['fewer calls', 'walk_values', 'walk_values_but_the_last', 'calls of visit'],
    ['another order', 'sort_values', 'sort_values_backwards', 'values'],
    ['a short read is taken for the end', 'sum_source', 'sum_short', 'calls of byte_source'],
  ])(
    'differ: %s',
    async (_, c, rust, gave) => {
      expect(await sides(c, `callbacks::${rust}`)).toMatchObject({
        kind: 'different',
        c: expect.stringContaining(gave),
      });
    },
    60_000,
  );

  test('what a context points at is given where Rust has a type for it', async () => {
    const mapping = "{ rust: { span: 'context' } }";
    expect(await sides('span_size', 'callbacks::span_size', { mapping })).toMatchObject({
      kind: 'equal',
      coverage: { lines: 4, coveredLines: 4 },
    });
  }, 60_000);

  test('an object keeps the function that it was made with', async () => {
    expect(
      await sides('meter_next', 'callbacks::Meter::next_byte', { partners: METER }),
    ).toMatchObject({
      kind: 'equal',
      coverage: { branches: 6, coveredBranches: 6 },
    });
    expect(
      await sides('meter_next', 'callbacks::Meter::next_byte_hastily', {
        partners: METER.slice(0, 1),
      }),
    ).toMatchObject({ kind: 'different' });
  }, 60_000);
});
