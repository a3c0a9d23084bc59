import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

(canBuildBoth ? inSandbox : describe.skip)('what a call does to the process', () => {
  const sides = fixtureSides('prints.c');
  const bytes = "{ c: { option: { role: 'text' } } }";

  test.each([
    ['what it prints', 'count_down', 'prints::count_down', undefined],
    [
      'what it prints, where Rust is given the stream',
      'count_down',
      'prints::count_down_to',
      undefined,
    ],
    ['more than is kept', 'fill_screen', 'prints::fill_screen', undefined],
    ['with which status it ends', 'read_option', 'prints::read_option', bytes],
    ['what the system said last', 'whine', 'prints::whine', "{ c: { who: { role: 'text' } } }"],
    ['for a parameter that only texts seem to name', 'caught', 'prints::caught', undefined],
    ['that it never returns', 'give_up', 'prints::give_up', undefined],
  ])(
    'is the same: %s',
    async (_, c, rust, mapping) => {
      const evidence = await sides(c, rust, mapping === undefined ? {} : { mapping });
      expect(evidence).toMatchObject({ kind: 'equal', excluded: 0, undefinedBehaviour: [] });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.coveredLines).toBe(evidence.coverage.lines);
    },
    60_000,
  );

  test.each([
    ['what it prints', 'count_down', 'prints::count_down_aloud', /stdout = ""/],
    ['the end of much', 'fill_screen', 'prints::fill_screen_less', /stdout = "0+\\n/],
    [
      'its status',
      'read_option',
      'prints::read_option_wrong',
      /^it ends the process with status 0, stdout = "help\\n"/,
    ],
  ])(
    'differs: %s',
    async (_, c, rust, gave) => {
      const mapping = c === 'read_option' ? { mapping: bytes } : {};
      const evidence = await sides(c, rust, mapping);
      expect(evidence).toMatchObject({ kind: 'different', c: expect.stringMatching(gave) });
    },
    60_000,
  );

  test('an end of the C for which Rust has none does not count', async () => {
    const evidence = await sides('quiet', 'prints::quiet');
    expect(evidence).toMatchObject({ kind: 'equal', excluded: expect.any(Number) });
    if (evidence.kind === 'equal') expect(evidence.excluded).toBeGreaterThan(0);
    expect(await sides('always_ends', 'prints::quiet')).toEqual({
      kind: 'not checked',
      because: expect.stringMatching(/the C ends the process with status 1/),
      remedy: 'plan',
    });
  }, 60_000);
});
