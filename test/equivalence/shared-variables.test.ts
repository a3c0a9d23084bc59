import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('variables of another file', () => {
  const check = fixtureSides('shared.c', 'shared_state.c');

  test.each([
    ['fields of a struct', 'within_limit', 'Shared::within_limit'],
    ['an array', 'mark_of', 'mark_of'],
  ])(
    'are given and compared: %s',
    async (_, c, rust) => {
      expect(await check(c, `shared::${rust}`)).toMatchObject({ kind: 'equal', limits: [] });
    },
    60_000,
  );

  test.each(['below_limit', 'within_limit_uncounted'])(
    'differ: %s',
    async (rust) => {
      expect(await check('within_limit', `shared::Shared::${rust}`)).toMatchObject({
        kind: 'different',
      });
    },
    60_000,
  );
});
