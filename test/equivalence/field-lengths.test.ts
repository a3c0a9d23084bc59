import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const given = (result: string, c = '') =>
  `{ rust: { self: 'p' }, c: { ${c} }, records: { 'struct piece': { bytes: { length: 'used' } } }, result: ${result} }`;
const DETACHED = given("{ buffer: 'return', length: 'old(p->used)' }");
const REST = given("{ some: { buffer: 'return', length: 'p->used' }, none: 'null' }");
const TURNED = given(
  "{ buffer: '*out', length: 'p->used' }",
  "out: { role: 'output', room: 'p->used' }",
);

(canBuildBoth ? inSandbox : describe.skip)('memory whose length a record tells', () => {
  const sides = fixtureSides('field_lengths.c');

  test.each([
    ['piece_detach', 'detach', DETACHED, 'equal'],
    ['piece_detach', 'detach_nothing', DETACHED, 'different'],
    ['piece_rest', 'rest', REST, 'equal'],
    ['piece_rest', 'rest_short', REST, 'different'],
    ['piece_turned', 'turned', TURNED, 'equal'],
    ['piece_turned', 'turned_not', TURNED, 'different'],
  ])(
    'is compared, before the call, after it, and for an output: %s with %s is %s',
    async (c, rust, mapping, kind) => {
      const evidence = await sides(c, `field_lengths::Piece::${rust}`, { mapping });
      expect(evidence).toMatchObject({ kind });
    },
    120_000,
  );

  test('is refused where no record has the field', async () => {
    const mapping = given("{ buffer: 'return', length: 'old(p->size)' }");
    expect(await sides('piece_detach', 'field_lengths::Piece::detach', { mapping })).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('p->size'),
    });
  }, 120_000);
});
