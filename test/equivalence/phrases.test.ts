import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const MAPPING = {
  mapping: "{ rust: { self: 't' }, records: { 'struct tokens': { at: { length: 'count' } } } }",
  ...{ cases: 10_000, seconds: 60 },
};

(canBuildBoth ? inSandbox : describe.skip)('records in an order that the C asks for', () => {
  const sides = fixtureSides('phrases.c');

  test.each([2, 3, 4])(
    'are given, so that all of the function is reached, by the seed %d',
    async (seed) => {
      const evidence = await sides('phrase_of', 'phrases::Tokens::phrase', { ...MAPPING, seed });
      expect(evidence).toMatchObject({ kind: 'equal', coverage: { missedLines: [] } });
    },
    120_000,
  );

  test('with values that tell a limit that is off by one', async () => {
    const evidence = await sides('phrase_of', 'phrases::Tokens::phrase_one_off', MAPPING);
    expect(evidence).toMatchObject({ kind: 'different' });
  }, 120_000);
});
