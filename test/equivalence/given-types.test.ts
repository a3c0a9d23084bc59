import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('types that cannot hold all that the C gives', () => {
  const sides = fixtureSides('digits.c');
  const isTypeGiven = true;

  test.each(['digits_below', 'digits_below_checked'])(
    'leave such inputs out where they are given, which is said: %s',
    async (rust) => {
      const evidence = await sides('digits_below', `digits::${rust}`, { isTypeGiven });
      expect(evidence).toMatchObject({
        kind: 'equal',
        limits: expect.arrayContaining([
          expect.stringMatching(
            /^On some inputs the C gives what the given Rust type cannot hold, such as -\d+ in a u8: these do not count\.$/,
          ),
        ]),
      });
      if (evidence.kind !== 'equal') return;
      expect(evidence.excluded).toBeGreaterThan(0);
      expect(evidence.cases).toBeGreaterThan(100);
    },
    60_000,
  );

  test.each(['swapped', 'by_one', 'first'])(
    'hide no difference in what they hold: broken as %s',
    async (how) => {
      const evidence = await sides('digits_below', `digits::digits_below_${how}`, { isTypeGiven });
      if (evidence.kind !== 'different') throw new Error(JSON.stringify(evidence));
      // Made smaller, too, it is an input that counts.
      expect(evidence.c).not.toContain('-');
    },
    60_000,
  );

  test('differ where they were chosen', async () => {
    const evidence = await sides('digits_below', 'digits::digits_below');
    expect(evidence).toMatchObject({ kind: 'different' });
  }, 60_000);

  test('are not compared where they hold next to nothing of it', async () => {
    expect(await sides('far_from', 'digits::far_from', { isTypeGiven })).toMatchObject({
      kind: 'not checked',
      because: expect.stringMatching(
        / the C gives \d+ in a u8$|the given Rust type cannot hold: \d+ in a u8$/,
      ),
    });
  }, 60_000);
});
