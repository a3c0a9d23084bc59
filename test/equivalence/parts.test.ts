import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** Of each C function: what its mapping has to say, and how Rust is wrong. */
const SHAPES = [
  ['split_text', undefined, 'without_empty', 'once', 'backwards'],
  [
    'column_sum',
    "{ records: { 'struct image': { pixels: { length: 'width * height' } } } }",
    'of_row',
    'but_first',
    'wraps',
  ],
  [
    'has_pixels',
    "{ records: { 'struct image': { pixels: { length: 'width * height' } } } }",
    'by_width',
    'always',
    'not',
  ],
  [
    'turns_left',
    "{ c: { points: { role: 'length', of: 'xy', each: 1 } } }",
    'by_y',
    'or_straight',
    'once',
  ],
  ['transpose', undefined, 'not', 'half', 'mirrored'],
  [
    'reader_next',
    "{ records: { 'struct reader': { in: { length: 'len', rust: 'input' } } } }",
    'stays',
    'signed',
    'but_last',
  ],
  [
    'sum_of_power',
    "{ c: { all: { role: 'elements', length: '1 << log' } } }",
    'half',
    'by_two',
    'up_to_eight',
  ],
  [
    'word_from',
    "{ c: { line: { role: 'text' } }, records: { 'struct word': { text: { length: 'len' } } } }",
    'empty',
    'first',
    'none',
  ],
  [
    'steepest',
    "{ result: { some: 'return', none: { field: 'by', is: -1 } } }",
    'last',
    'zero',
    'but_small',
  ],
  [
    'pool_grow',
    "{ records: { 'struct pool': { cost: { constant: 'twice' } } }, result: { some: 'return', none: -1 } }",
    'once',
    'alike',
    'still',
  ],
  ['number_until', "{ result: { some: 'return', none: -1 } }", 'first', 'but_last', 'zero'],
  [
    'span_first',
    "{ records: { 'struct span': { text: { length: 'len' } } } }",
    'whole',
    'less',
    'rest',
  ],
  ['alike_from', "{ c: { place: { role: 'offset', of: 'data' } } }", 'start', 'two', 'next'],
] as const;

(canBuildBoth ? inSandbox : describe.skip)('what C and Rust take apart differently', () => {
  const sides = fixtureSides('parts.c');
  const options = (mapping: string | undefined) => (mapping === undefined ? {} : { mapping });

  test.each(SHAPES.map(([name, mapping]) => [name, mapping] as const))(
    'is equal: %s',
    async (name, mapping) => {
      const evidence = await sides(name, `parts::${name}`, options(mapping));
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each(
    SHAPES.flatMap(([name, mapping, ...broken]) =>
      broken.map((how) => [name, how, mapping] as const),
    ),
  )(
    'differs: %s, broken as %s',
    async (name, how, mapping) => {
      const evidence = await sides(name, `parts::${name}_${how}`, options(mapping));
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('a record that is returned by value is no null pointer', async () => {
    const mapping = "{ result: { some: 'return', none: 'null' } }";
    expect(await sides('steepest', 'parts::steepest', { mapping })).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('one of its fields (at, by) has to tell'),
    });
  }, 60_000);

  test('what a length counts of groups has to be said', async () => {
    expect(await sides('turns_left', 'parts::turns_left')).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('what points counts for one'),
    });
  }, 60_000);
});
