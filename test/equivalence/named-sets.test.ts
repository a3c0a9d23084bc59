import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const GIVEN = {
  mapping: "{ c: { pattern: { role: 'text' }, text: { role: 'text' } } }",
  ...{ cases: 10_000, seconds: 60 },
};

(canBuildBoth ? inSandbox : describe.skip)('names between other characters of a pattern', () => {
  const sides = fixtureSides('named_sets.c');

  test.each([2, 3, 4])(
    'are given whole, so that all of them is reached, by the seed %d',
    async (seed) => {
      const evidence = await sides('named_matches', 'named_sets::named_matches', {
        ...GIVEN,
        seed,
      });
      expect(evidence).toMatchObject({ kind: 'equal', coverage: { missedLines: [] } });
    },
    120_000,
  );

  test.each([2, 3, 4])(
    'with what tells a wrong one, by the seed %d',
    async (seed) => {
      const wrong = 'named_sets::named_matches_to_eight';
      const options = { ...GIVEN, cases: 30_000, seconds: 90, seed };
      const evidence = await sides('named_matches', wrong, options);
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    120_000,
  );
});
