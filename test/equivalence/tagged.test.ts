import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** The number below zero that stands for `None`; else the source alone tells it. */
const NONE = '{ c: { limit: { role: "value", none: -1 } } }';

const FUNCTIONS: readonly (readonly [c: string, broken: readonly string[], mapping?: string])[] = [
  ['shape_area', ['without_points', 'of_larger_groups']],
  ['shape_grow', ['tall', 'to_point']],
  ['shape_circle', ['of_zero']],
  ['token_cost', ['of_words']],
  ['part_first', ['long_if_empty']],
  ['part_error', ['swapped']],
  ['part_double', ['of_three']],
  ['part_span', []],
  ['part_trim', ['of_spaces']],
  ['part_clip', ['at_zero'], NONE],
  ['part_hash', ['from_zero']],
];

(canBuildBoth ? inSandbox : describe.skip)('tagged unions, and numbers with a meaning', () => {
  const sides = fixtureSides('tagged.c');
  const options = (mapping: string | undefined) => (mapping === undefined ? {} : { mapping });

  test.each(FUNCTIONS.map(([name, , mapping]) => [name, mapping] as const))(
    'are equal: %s',
    async (name, mapping) => {
      const evidence = await sides(name, `tagged::${name}`, options(mapping));
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal' || name === 'part_error' || name === 'token_cost') return;
      expect(evidence.coverage.coveredLines).toBeGreaterThanOrEqual(evidence.coverage.lines - 1);
    },
    60_000,
  );

  test.each(
    FUNCTIONS.flatMap(([name, broken, mapping]) =>
      broken.map((how) => [name, how, mapping] as const),
    ),
  )(
    'differ: %s, broken as %s',
    async (name, how, mapping) => {
      const evidence = await sides(name, `tagged::${name}_${how}`, options(mapping));
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('parts of one type that only their order tells apart are asked about where both sides differ', async () => {
    expect(await sides('part_span', 'tagged::part_span_swapped')).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('told by their order alone'),
      remedy: 'plan',
    });
    const mapping = '{ result: { tuple: ["*end", "return"] } }';
    expect(await sides('part_span', 'tagged::part_span_swapped', { mapping })).toMatchObject({
      kind: 'equal',
    });
  });

  test('what stands for None is asked for', async () => {
    expect(await sides('part_add', 'tagged::part_add')).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('say in the mapping which number stands for None'),
      remedy: 'plan',
    });
  });

  test('a text that is cut where it stands is compared as far as it is given back', async () => {
    expect(await sides('part_trim', 'tagged::part_trim')).toMatchObject({
      limits: [expect.stringContaining('What the C leaves in s is compared as far as')],
    });
  });

  test('which number stands for nothing is read from the source, and a difference then left open', async () => {
    expect(await sides('part_clip', 'tagged::part_clip', {})).toMatchObject({ kind: 'equal' });
    expect(await sides('part_clip', 'tagged::part_clip_at_zero', {})).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('that -1 of limit stands for None is read from the source'),
      remedy: 'plan',
    });
  }, 60_000);
});
