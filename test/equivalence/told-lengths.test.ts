import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('a length that the C computes of its input', () => {
  const sides = fixtureSides('told_lengths.c');

  test('is that of inputs, so that all behind it is compared', async () => {
    const options = { cases: 4000, seconds: 30 };
    expect(await sides('message_sum', 'told_lengths::message_sum', options)).toMatchObject({
      kind: 'equal',
      coverage: { missedLines: [] },
    });
    expect(await sides('message_sum', 'told_lengths::message_sum_short', options)).toMatchObject({
      kind: 'different',
    });
  }, 120_000);
});
