import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const PARTNERS = ['kept_prepare', 'kept_scaled', 'kept_ticket'].map((name) => ({
  c: name,
  rust: `kept::${name}`,
}));

(canBuildBoth ? inSandbox : describe.skip)(
  'what is kept between calls, in forms of their own',
  () => {
    const sides = fixtureSides('kept.c');
    const check = (c: string, rust: string) =>
      sides(c, `kept::${rust}`, {
        partners: PARTNERS.filter((one) => one.c !== c),
        cases: 300,
      });

    test.each(['kept_ticket', 'kept_prepare', 'kept_scaled'])(
      'is equal: %s',
      async (name) => {
        expect(await check(name, name)).toMatchObject({
          kind: 'equal',
          limits: expect.arrayContaining([expect.stringContaining('What is kept between calls')]),
        });
      },
      60_000,
    );

    test.each([
      ['kept_ticket', 'same'],
      ['kept_ticket', 'by_two'],
      ['kept_ticket', 'from_eight'],
      ['kept_prepare', 'once'],
      ['kept_prepare', 'signed'],
      ['kept_prepare', 'seven'],
      ['kept_scaled', 'before'],
      ['kept_scaled', 'up_to_seven'],
      ['kept_scaled', 'wraps'],
    ])(
      'differs: %s, broken as %s',
      async (name, how) => {
        expect(await check(name, `${name}_${how}`)).toMatchObject({ kind: 'different', test: '' });
      },
      60_000,
    );
  },
);
