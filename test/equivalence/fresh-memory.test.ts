import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('memory that nothing was put into', () => {
  const sides = fixtureSides('fresh.c');

  test.each(['fresh_small', 'fresh_large', 'fresh_variable'])(
    'is no result of the C: such inputs do not count: %s',
    async (name) => {
      const evidence = await sides(name, `fresh::${name}`);
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.excluded).toBeGreaterThan(0);
      expect(evidence.cases).toBeGreaterThan(50);
    },
    60_000,
  );

  test('is seen also where two builds happen to give the same', async () => {
    const evidence = await sides('fresh_kind', 'fresh::fresh_kind');
    expect(evidence).toMatchObject({ kind: 'equal' });
    if (evidence.kind !== 'equal') return;
    expect(evidence.cases).toBeGreaterThan(5);
    const other = await sides('fresh_kind', 'fresh::fresh_kind_off');
    expect(other).toMatchObject({ kind: 'different', input: 'number = 7', c: 'return = 0' });
  }, 60_000);

  test.each([
    ['above', (number: number) => number > 100],
    ['even', (number: number) => number >= 10 && number % 2 === 1],
    ['none', (number: number) => number >= 10],
  ] as const)(
    'hides no difference, and the smallest input is none of these: broken as %s',
    async (how, isWrong) => {
      const evidence = await sides('fresh_small', `fresh::fresh_small_${how}`);
      if (evidence.kind !== 'different') throw new Error(JSON.stringify(evidence));
      const [, number = ''] = /^number = (\w+)$/.exec(evidence.input) ?? [];
      const value = number === 'u32::MAX' ? 2 ** 32 - 1 : Number(number.replaceAll('_', ''));
      expect(isWrong(value)).toBe(true);
    },
    60_000,
  );
});
