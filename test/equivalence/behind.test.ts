import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const RING = {
  mapping: "{ rust: { self: 'r' }, records: { 'struct ring': { area: { length: 'size' } } } }",
};
const PAIRS = {
  mapping: `{
    rust: { self: 'p' },
    records: { 'struct pairs': { items: { length: 'nr' } } },
  }`,
};
const LINE = {
  mapping: "{ rust: { self: 'l' }, records: { 'struct line': { text: { length: 'len' } } } }",
};

(canBuildBoth ? inSandbox : describe.skip)('memory behind the elements of a list', () => {
  const sides = fixtureSides('behind.c');

  test.each([
    ['ring_put', 'Ring::put', RING],
    ['ring_put_two', 'Ring::put_two', RING],
    ['ring_put_hex', 'Ring::put_hex', RING],
    ['ring_put_hex', 'Ring::put_hex_left', RING],
    ['pairs_put', 'Pairs::put', PAIRS],
  ])(
    'is nothing that Rust has to have: %s',
    async (name, rust, mapping) => {
      const evidence = await sides(name, `behind::${rust}`, mapping);
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.limits.join()).toMatch(
        /On \d+ inputs the C uses memory behind the elements of a list and adds none/,
      );
    },
    60_000,
  );

  test('is where a zero may end the elements, which is no reason to leave an input out', async () => {
    expect(await sides('line_cut', 'behind::Line::cut', LINE)).toMatchObject({ kind: 'equal' });
    expect(await sides('line_cut', 'behind::Line::cut_before', LINE)).toMatchObject({
      kind: 'different',
      rust: expect.stringContaining('out of bounds'),
    });
  }, 60_000);

  test.each([
    ['ring_put', 'Ring::put_unwrapped', RING],
    ['pairs_put', 'Pairs::put_within', PAIRS],
  ])(
    'hides no difference: %s and %s',
    async (name, rust, mapping) => {
      expect(await sides(name, `behind::${rust}`, mapping)).toMatchObject({ kind: 'different' });
    },
    60_000,
  );
});
