import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const SHAPES = [
  ['chain_weight', 'from_zero', 'plain', 'of_first'],
  ['chain_reverse', 'not', 'loses', 'two'],
  ['chain_remove', 'first', 'with_rest', 'not_head'],
  ['twig_insert', 'twice', 'mirrored', 'on_top'],
  ['twig_height', 'left', 'least', 'from_one'],
] as const;

(canBuildBoth ? inSandbox : describe.skip)('types that contain themselves', () => {
  const sides = fixtureSides('chains.c');

  test.each(SHAPES.map(([name]) => name))(
    'are equal: %s',
    async (name) => {
      const evidence = await sides(name, `chains::${name}`);
      expect(evidence).toMatchObject({
        kind: 'equal',
        limits: expect.arrayContaining([expect.stringMatching(/built so deep/)]),
      });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each(SHAPES.flatMap(([name, ...broken]) => broken.map((how) => [name, how] as const)))(
    'differ: %s, broken as %s',
    async (name, how) => {
      const evidence = await sides(name, `chains::${name}_${how}`);
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
