import { describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { fixtureSides } from '../support/fixture-sides.ts';
import { canBuildBoth } from '../support/side-by-side.ts';

const mapping = '{ result: { buffer: "return", length: "n" } }';

(canBuildBoth ? inSandbox : describe.skip)('memory with zeros in it that is returned', () => {
  const check = fixtureSides('memory.c');

  test('is never taken for a C string: the mapping has to tell its length', async () => {
    expect(await check('masked', 'memory::masked')).toEqual({
      kind: 'not checked',
      because: expect.stringContaining('how many characters the returned pointer has'),
    });
  }, 120_000);

  test.each([
    ['masked', 'equal'],
    ['up_to_zero', 'different'],
    ['with_end', 'different'],
    ['unmasked_behind_zero', 'different'],
  ])(
    'is compared to its end: %s is %s',
    async (rust, kind) => {
      const evidence = await check('masked', `memory::${rust}`, { mapping });
      expect(evidence.kind).toBe(kind);
    },
    120_000,
  );
});
