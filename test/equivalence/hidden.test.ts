import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const mapping =
  "{ c: { value: { role: 'output', room: 1 } }, result: { some: '*value', none: -1, success: 0 } }";

(canBuildBoth ? inSandbox : describe.skip)('lines that only failing calls reach', () => {
  const sides = fixtureSides('hidden.c');

  test('count as not reached where the function goes on behind them, and are named', async () => {
    const evidence = await sides('read_letter', 'hidden::read_letter', {
      ...{ mapping, cases: 5000 },
    });
    expect(evidence).toMatchObject({
      kind: 'equal',
      coverage: { missedLines: [20, 21] },
      limits: expect.arrayContaining([
        'Lines 20, 21 are reached only by calls that fail, which do not show what is done there.',
      ]),
    });
  }, 60_000);

  test('are none where calls succeed that reach them', async () => {
    const evidence = await sides('read_letter', 'hidden::read_letter_but_a', { mapping });
    expect(evidence).toMatchObject({ kind: 'different' });
  }, 60_000);
});
