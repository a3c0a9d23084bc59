import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

/** Of each C function: how Rust is wrong. */
const SHAPES = [
  ['wide_mix', 'low', 'twice', 'never_top'],
  ['wide_sign', 'of_low', 'of_high', 'unsigned'],
  ['wide_smallest', 'by_low', 'last', 'largest'],
  ['wide_add', 'saturating', 'without_carry', 'low'],
] as const;

/** It shifts by all bits at its end, which means nothing, and does not use what that gives. */
const TOO_FAR = ['wide_reverse', 'not', 'halves', 'but_last'] as const;

(canBuildBoth ? inSandbox : describe.skip)('integers of 128 bits', () => {
  const sides = fixtureSides('wide.c');

  test.each(SHAPES.map(([name]) => name))(
    'are equal: %s',
    async (name) => {
      const evidence = await sides(name, `wide::${name}`);
      expect(evidence).toMatchObject({ kind: 'equal', excluded: 0 });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test('are equal where C shifts too far on each input, which the evidence says', async () => {
    const [name] = TOO_FAR;
    expect(await sides(name, `wide::${name}`)).toMatchObject({
      kind: 'equal',
      limits: [expect.stringMatching(/^At wide\.c:\d+:\d+ the C shifts by as many bits/)],
    });
  }, 60_000);

  test.each(
    [...SHAPES, TOO_FAR].flatMap(([name, ...broken]) => broken.map((how) => [name, how] as const)),
  )(
    'differ: %s, broken as %s',
    async (name, how) => {
      const evidence = await sides(name, `wide::${name}_${how}`);
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
