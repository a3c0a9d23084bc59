import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('functions of the caller that change something', () => {
  const sides = fixtureSides('changers.c');

  test.each([
    ['a record', 'visit_loads', /^Of what visit is given it changes numbers/],
    ['a number, beside an answer', 'last_place', /^Of what step is given it changes numbers/],
    ['a list', 'filtered_sum', /^Of what filter is given it changes numbers/],
    ['nothing, but are given their record', 'dial_run', /^Which functions dial has after the call/],
  ])(
    'are equal: %s',
    async (_, name, limit) => {
      const evidence = await sides(name, `changers::${name}`);
      expect(evidence).toMatchObject({
        kind: 'equal',
        limits: [expect.stringMatching(limit)],
      });
      if (evidence.kind !== 'equal') return;
      const { branches, coveredBranches } = evidence.coverage;
      expect(coveredBranches).toBe(branches);
    },
    60_000,
  );

  test.each([
    ['visit_loads', 'late'],
    ['visit_loads', 'copied'],
    ['last_place', 'before'],
    ['filtered_sum', 'copied'],
    ['filtered_sum', 'before'],
    ['dial_run', 'from_one'],
    ['dial_run', 'kept'],
  ])(
    'differ: %s, broken as %s',
    async (name, how) => {
      expect(await sides(name, `changers::${name}_${how}`)).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
