import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('cases of a switch', () => {
  const sides = fixtureSides('switches.c');

  test.each([
    ['joined', 'equal'],
    ['joined_but_last', 'different'],
    ['joined_to_none', 'different'],
  ])(
    'are learnt one behind the other: %s is %s',
    async (rust, kind) => {
      for (const seed of [1, 2, 3]) {
        const evidence = await sides('joined', `switches::${rust}`, { cases: 3000, seed });
        expect(evidence).toMatchObject({ kind });
      }
    },
    120_000,
  );
});
