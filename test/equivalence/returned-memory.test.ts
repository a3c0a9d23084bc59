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
      remedy: 'plan',
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

  test.each([
    ['halves', 'equal'],
    ['halves_up_to_zero', 'different'],
    ['halves_turned', 'different'],
    ['halves_with_end', 'different'],
  ])(
    'has a length that is computed of parameters: %s is %s',
    async (rust, kind) => {
      const computed = '{ result: { buffer: "return", length: "n * 2" } }';
      const evidence = await check('halves', `memory::${rust}`, { mapping: computed });
      expect(evidence.kind).toBe(kind);
    },
    120_000,
  );

  test('does not count where it is text that a String cannot hold, and that is said', async () => {
    expect(await check('shortened', 'memory::shortened')).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([expect.stringContaining('not UTF-8')]),
    });
  }, 120_000);

  test.each(['by_characters', 'less', 'not'])(
    'differs where it is text that both hold: %s',
    async (how) => {
      const evidence = await check('shortened', `memory::shortened_${how}`);
      expect(evidence.kind).toBe('different');
    },
    120_000,
  );

  test('is equal where the C allocates too little on each input, which the evidence says', async () => {
    expect(await check('shouted', 'memory::shouted')).toMatchObject({
      kind: 'equal',
      limits: expect.arrayContaining([
        expect.stringMatching(/beyond its memory \(heap-buffer-overflow\)/),
      ]),
    });
  }, 120_000);

  test.each(['softly', 'less', 'once'])(
    'differs all the same where the C allocates too little: %s',
    async (how) => {
      const evidence = await check('shouted', `memory::shouted_${how}`);
      expect(evidence.kind).toBe('different');
    },
    120_000,
  );

  test.each(['add_to_rows', 'sum_of_rows'])(
    'is equal where vectors reach beyond what the caller, or the C itself, has: %s',
    async (name) => {
      expect(await check(name, `memory::${name}`)).toMatchObject({
        kind: 'equal',
        limits: expect.arrayContaining([
          expect.stringMatching(/beyond its memory \(load .*outside of the memory given\)/),
        ]),
      });
    },
    120_000,
  );

  test.each(['last', 'first', 'twice'])(
    'differs all the same where vectors reach beyond it: %s',
    async (how) => {
      for (const name of ['add_to_rows', 'sum_of_rows'])
        expect((await check(name, `memory::${name}_${how}`)).kind).toBe('different');
    },
    120_000,
  );

  test('of the caller has no more room than it was given', async () => {
    expect(await check('behind', 'memory::behind')).toMatchObject({
      kind: 'not checked',
      because: expect.stringMatching(/^none of \d+ inputs counts: .*outside of the memory given/),
    });
  }, 120_000);
});
