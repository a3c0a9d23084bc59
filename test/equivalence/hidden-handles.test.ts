import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('handles that are pointers to anything', () => {
  const sides = fixtureSides('reel.c');

  test.each([
    ['returned, with a code beside it', 'reel_open', 'open'],
    ['stored behind a parameter', 'reel_make', 'make'],
    ['changed', 'reel_push', 'push'],
    ['looked into', 'reel_sum', 'sum'],
    ['looked into by another function', 'reel_count', 'count'],
  ])(
    'are the objects that other calls made: %s',
    async (_, c, rust) => {
      const evidence = await sides(c, `reel::Reel::${rust}`);
      expect(evidence).toMatchObject({
        kind: 'equal',
        limits: [expect.stringContaining('reel_push')],
      });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['reel_open', 'open_any'],
    ['reel_open', 'open_closed'],
    ['reel_push', 'push_front'],
    ['reel_push', 'push_mode'],
    ['reel_sum', 'sum_forwards'],
    ['reel_count', 'count_few'],
  ])(
    'differ: %s and %s',
    async (c, rust) => {
      expect(await sides(c, `reel::Reel::${rust}`)).toMatchObject({ kind: 'different' });
    },
    60_000,
  );

  test('a function that makes none in C is not compared as one that does', async () => {
    expect(await sides('reel_count', 'reel::Reel::open')).toMatchObject({ kind: 'not checked' });
  }, 60_000);
});
