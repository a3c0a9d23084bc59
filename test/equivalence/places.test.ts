import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const TEXTS = "{ c: { left: { role: 'text' }, right: { role: 'text' } } }";

/** Of a list as the evidence writes it. */
function lengthOf(text: string): number {
  const repeated = /; (\d+)\]$/.exec(text)?.[1];
  if (repeated !== undefined) return Number(repeated);
  const [, bytes = ''] = /b?"(.*)"$/.exec(text) ?? [];
  return text.includes('[') ? text.split(/\d+/).length - 1 : bytes.length;
}

(canBuildBoth ? inSandbox : describe.skip)('where arguments lie in memory', () => {
  const sides = fixtureSides('places.c');

  test('is nothing that Rust has: such inputs do not count, and the others do', async () => {
    const evidence = await sides('by_length', 'places::by_length', { mapping: TEXTS });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: [expect.stringMatching(/^On \d+ inputs .* where in memory its arguments lie: /)],
    });
    if (evidence.kind === 'equal') expect(evidence.cases).toBeGreaterThan(300);
  }, 60_000);

  test.each(['by_length_to_twenty', 'by_length_turned'])(
    'hides no difference, also where it is one of many inputs: %s',
    async (rust) => {
      const evidence = await sides('by_length', `places::${rust}`, { mapping: TEXTS });
      if (evidence.kind !== 'different') throw new Error(JSON.stringify(evidence));
      const [left, right] = evidence.input.split(', right = ').map(lengthOf);
      expect(left).not.toBe(right);
    },
    60_000,
  );

  test('is why nothing counts where there is nothing else', async () => {
    expect(await sides('lies_first', 'places::lies_first')).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('depends on where in memory its arguments lie'),
    });
  }, 60_000);

  test('what the C releases of its arguments is told of as before', async () => {
    expect(await sides('take_sum', 'places::take_sum')).toMatchObject({ kind: 'equal' });
    expect(await sides('take_sum', 'places::take_sum_but_last')).toMatchObject({
      kind: 'different',
    });
  }, 60_000);
});
