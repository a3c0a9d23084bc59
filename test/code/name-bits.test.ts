import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bitOf, namesIn } from '../../src/code/name-bits.ts';
import { unqualifiedName } from '../../src/code/unqualified-name.ts';

test('a set gives back the names that were joined in it, in their order', () => {
  const names = Array.from({ length: 31 }, (_, at) => `n${at}`);
  fc.assert(
    fc.property(fc.subarray(names), (some) => {
      const set = some.reduceRight((joined, name) => joined | bitOf(names, name), 0);
      expect(namesIn(names, set)).toEqual(some);
    }),
  );
});

test.each([
  ['net::Reader::parse', 'parse'],
  ['parse', 'parse'],
  ['', ''],
  ['::parse', 'parse'],
])('%j is %j without its scopes', (name, bare) => {
  expect(unqualifiedName(name)).toBe(bare);
});
