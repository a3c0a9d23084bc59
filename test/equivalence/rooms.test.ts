import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const TRIPLES = `{
  rust: { input: 'in', room: 'olen' },
  c: { in: { role: 'elements', length: 'ilen' }, out: { role: 'output', room: 'olen' } },
  result: { some: { buffer: '*out', length: 'return' }, none: -1 },
}`;
const SPELL = "{ result: { some: { buffer: '*text', length: 'return' }, none: -1 } }";

(canBuildBoth ? inSandbox : describe.skip)('rooms of outputs that callers tell', () => {
  const sides = fixtureSides('rooms.c');

  test.each([
    ['by the mapping', 'to_triples', TRIPLES],
    ['by names', 'spell', SPELL],
  ])(
    'are large enough often, so that all of the function is reached: %s',
    async (_, name, mapping) => {
      const evidence = await sides(name, `rooms::${name}`, { mapping });
      expect(evidence).toMatchObject({ kind: 'equal' });
      if (evidence.kind !== 'equal') return;
      expect(evidence.coverage.missedLines).toEqual([]);
      expect(evidence.coverage.coveredBranches).toBe(evidence.coverage.branches);
    },
    60_000,
  );

  test.each([
    ['to_triples', 'to_triples_ended_otherwise', TRIPLES],
    ['to_triples', 'to_triples_in_less', TRIPLES],
    ['spell', 'spell_in_capitals', SPELL],
  ])(
    'hide no difference: %s and %s',
    async (name, rust, mapping) => {
      expect(await sides(name, `rooms::${rust}`, { mapping })).toMatchObject({
        kind: 'different',
      });
    },
    60_000,
  );
});
