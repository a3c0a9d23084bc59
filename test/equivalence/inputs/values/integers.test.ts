import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  characterIntegers,
  tabledIntegers,
} from '../../../../src/equivalence/inputs/values/integers.ts';

const I32 = { kind: 'integer', bits: 32, signed: true } as const;
const U32 = { kind: 'integer', bits: 32, signed: false } as const;

test('each character is tried, signed and unsigned', () => {
  const all = characterIntegers(I32, undefined);
  expect([all.length, all[0], all.at(-1)]).toEqual([385, -128n, 256n]);
  expect(characterIntegers(U32, undefined)).toEqual(
    Array.from({ length: 257 }, (_, at) => BigInt(at)),
  );
});

test('what counts elements, or has names, is no character', () => {
  expect(characterIntegers(U32, { within: 'list' })).toEqual([]);
  expect(characterIntegers(U32, { likely: [1n, 2n] })).toEqual([]);
  expect(characterIntegers({ ...U32, only: [3n] }, undefined)).toEqual([]);
});

test('numbers of tables are tried with those beside them, as far as the type holds them', () => {
  expect(tabledIntegers(U32, undefined, [0n, 300n])).toEqual([0n, 1n, 300n, 301n, 299n]);
  fc.assert(
    fc.property(fc.array(fc.bigInt(-(2n ** 40n), 2n ** 40n)), (tabled) => {
      const found = tabledIntegers(I32, undefined, tabled);
      expect(new Set(found).size).toBe(found.length);
      for (const value of found) expect(BigInt.asIntN(32, value)).toBe(value);
      for (const value of tabled) {
        if (BigInt.asIntN(32, value) === value) expect(found).toContain(value);
      }
    }),
  );
});
