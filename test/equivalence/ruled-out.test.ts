import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const LEFT_OUT = /^On \d+ inputs C and Rust differ, which the text of the C rules out,/;

(canBuildBoth ? inSandbox : describe.skip)('an input that the text of the C rules out', () => {
  const sides = fixtureSides('ruled_out.c');
  const isRefuted = ({ input }: { readonly input: string }) => /\b4242\b/.test(input);

  test('is left out, which is said, and the others are compared', async () => {
    const evidence = await sides('half_of', 'ruled_out::half_of', { isRefuted });
    expect(evidence).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([expect.stringMatching(LEFT_OUT)]),
    });
    if (evidence.kind !== 'equal') return;
    expect(evidence.cases).toBeGreaterThan(400);
    expect(evidence.excluded).toBeGreaterThan(0);
  }, 60_000);

  test.each(['up', 'positive', 'small'])(
    'hides no difference on another one: broken as %s',
    async (how) => {
      const evidence = await sides('half_of', `ruled_out::half_of_${how}`, { isRefuted });
      if (evidence.kind !== 'different') throw new Error(JSON.stringify(evidence));
      expect(evidence.input).not.toContain('4242');
    },
    60_000,
  );

  test('is a difference while nothing is said of it', async () => {
    const evidence = await sides('half_of', 'ruled_out::half_of');
    expect(evidence).toMatchObject({ kind: 'different', input: expect.stringContaining('4242') });
  }, 60_000);

  test('is one of few: where half of all inputs were ruled out, they differ', async () => {
    const options = { isRefuted: ({ input }: { readonly input: string }) => input.includes('-') };
    const evidence = await sides('half_above', 'ruled_out::half_above', options);
    expect(evidence).toMatchObject({ kind: 'different', input: expect.stringContaining('-') });
  }, 120_000);
});
