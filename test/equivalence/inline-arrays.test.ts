import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** Of each C function: the Rust, and how it is wrong. */
const SHAPES = [
  ['bag_add', 'bag_add', 'bag_add_to_all_but_one', 'bag_add_says_nothing', 'bag_add_forgets'],
  ['bag_add', 'List::add', 'List::add_thirteen', 'List::add_in_front', 'List::add_in_place'],
  ['bag_sum', 'List::sum', 'List::sum_of_narrow', 'List::sum_but_last', 'List::sum_of_positive'],
  ['pile_take', 'pile_take', 'pile_take_but_first', 'pile_take_stays', 'pile_take_below'],
] as const;

(canBuildBoth ? inSandbox : describe.skip)('elements within a record', () => {
  const sides = fixtureSides('inline.c');
  const options = (rust: string) => {
    const self = rust.startsWith('List') ? { rust: { self: 'bag' } } : {};
    const result = rust.startsWith('pile') ? { result: { some: 'return', none: -1 } } : {};
    return { mapping: JSON.stringify({ ...self, ...result }) };
  };

  test.each(SHAPES.map(([name, rust]) => [name, rust] as const))(
    'are never more than there is room for: %s as %s',
    async (name, rust) => {
      const evidence = await sides(name, `inline::${rust}`, options(rust));
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
      // Past the array, the C means nothing.
      expect(evidence.excluded).toBeLessThan(evidence.cases / 5);
    },
    60_000,
  );

  test.each(SHAPES.flatMap(([name, , ...broken]) => broken.map((how) => [name, how] as const)))(
    'differ: %s as %s',
    async (name, how) => {
      const evidence = await sides(name, `inline::${how}`, options(how));
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
