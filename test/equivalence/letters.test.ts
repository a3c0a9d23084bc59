import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** What is behind a pointer to constants is given as any other is. */
const MAPPING = `{
  records: { 'struct group': { items: { length: 'count' } }, 'struct limits': { bounds: { length: 'count' } } },
}`;

(canBuildBoth ? inSandbox : describe.skip)(
  'tables of constants, behind names and behind pointers',
  () => {
    const sides = fixtureSides('letters.c');

    test.each([
      ['word', 'word', 'equal'],
      ['word', 'word_without_q', 'different'],
      ['word', 'word_with_bar', 'different'],
      ['wide', 'wide', 'equal'],
      ['wide', 'wide_short', 'different'],
      ['in_group', 'Group::has', 'equal'],
      ['in_group', 'Group::has_inner', 'different'],
      ['below', 'Limits::below', 'equal'],
    ])(
      '%s and %s: %s',
      async (c, rust, kind) => {
        expect(await sides(c, `letters::${rust}`, { cases: 2000, mapping: MAPPING })).toMatchObject(
          { kind },
        );
      },
      60_000,
    );
  },
);
