import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('messages that begin with their length', () => {
  const sides = fixtureSides('framed.c');

  test('are given with lengths for which there is memory, and with the bytes that they claim', async () => {
    const evidence = await sides('unframe', 'framed::unframe');
    expect(evidence).toMatchObject({ kind: 'equal' });
    if (evidence.kind !== 'equal') return;
    // That memory is missing is nothing that can be tried.
    expect(evidence.coverage.lines - evidence.coverage.coveredLines).toBeLessThanOrEqual(2);
  }, 60_000);

  test.each(['as_is', 'cut', 'all'])(
    'differ: unframe, broken as %s',
    async (how) => {
      const evidence = await sides('unframe', `framed::unframe_${how}`);
      expect(evidence).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
