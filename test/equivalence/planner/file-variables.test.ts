import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../../support/bubblewrap.ts';
import { fixtureSides } from '../../support/fixture-sides.ts';
import { canBuildBoth } from '../../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('variables of the file', () => {
  const check = fixtureSides('state.c');

  test.each([
    ['fields of a struct', 'reserve', 'state::Budget::reserve', undefined],
    ['fields of a struct of more of them', 'relax', 'state::Budget::relax', undefined],
    ['an array', 'count_kind', 'state::count_kind', undefined],
    ['a slice of an array', 'count_kind', 'state::count_any', undefined],
    ['an atomic static, behind another function', 'draw', 'state::draw', undefined],
    ['a static behind a lock', 'draw', 'locked::draw', undefined],
    [
      'a part of the result',
      'draw',
      'state::draw_from',
      '{ result: { tuple: ["return", "*seed"] } }',
    ],
  ])(
    'are given and compared: %s',
    async (_, c, rust, mapping) => {
      const options = mapping === undefined ? {} : { mapping };
      const evidence = await check(c, rust, { cases: 300, ...options });
      expect(evidence).toMatchObject({ kind: 'equal', limits: [] });
    },
    60_000,
  );

  test.each([
    [
      'a field',
      'reserve',
      'state::Budget::reserve_silently',
      /refused: /,
      /globals = &mut state::Budget \{/,
    ],
    [
      'a field that the C leaves as it is',
      'relax',
      'state::Budget::relax_anew',
      /used: [1-9]/,
      /globals = &mut state::Budget \{/,
    ],
    ['a static', 'draw', 'state::draw_again', /seed = \d/, /seed = &mut \d/],
  ])(
    'differ: %s',
    async (_, c, rust, gave, input) => {
      expect(await check(c, rust)).toMatchObject({
        kind: 'different',
        c: expect.stringMatching(gave),
        input: expect.stringMatching(input),
      });
    },
    60_000,
  );

  test('that Rust has nothing for are named', async () => {
    const evidence = await check('draw', 'roles::draw_once', { cases: 50 });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: [expect.stringContaining('The variable seed is as at the start')],
    });
  }, 60_000);
});
