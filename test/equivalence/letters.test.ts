import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('what tables tell of characters', () => {
  const sides = fixtureSides('letters.c');

  test.each([
    ['word', 'word', 'equal'],
    ['word', 'word_without_q', 'different'],
    ['word', 'word_with_bar', 'different'],
    ['wide', 'wide', 'equal'],
    ['wide', 'wide_short', 'different'],
  ])(
    '%s and %s: %s',
    async (c, rust, kind) => {
      expect(await sides(c, `letters::${rust}`, { cases: 2000 })).toMatchObject({ kind });
    },
    60_000,
  );
});
