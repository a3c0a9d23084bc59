import { expect, test } from '@jest/globals';
import type { Meaning } from '../../../src/equivalence/pairing/meaning.ts';
import { isCounted, meaningUsesPlace } from '../../../src/equivalence/result/mentions.ts';

const PLACES = ['return', 'out', 'cursor', 'buffer', 'count'];

test.each<[Meaning, string[]]>([
  ['out', ['out']],
  [{ tuple: ['return', 'count'] }, ['return', 'count']],
  [{ fields: { size: 'count', text: { buffer: 'buffer', length: 'nul' } } }, ['buffer', 'count']],
  [{ ok: 'out', errors: 'return' }, ['return', 'out']],
  [{ some: 'out', none: 0n }, ['return', 'out']],
  [{ buffer: 'buffer', length: 'return' }, ['buffer']],
  [{ allocated: 'out' }, ['out']],
  // The pointer that is counted from another one is returned, unless it is said to stand elsewhere.
  [{ offset: 'buffer' }, ['return', 'buffer']],
  [{ offset: 'buffer', from: 'cursor' }, ['cursor']],
  [{ sign: 'return' }, ['return']],
])('meaning %#: where its value comes from', (meaning, places) => {
  expect(PLACES.filter((place) => meaningUsesPlace(meaning, place))).toEqual(places);
});

test('what is returned may be a number of elements', () => {
  expect(isCounted({ buffer: 'buffer', length: 'return' })).toBe(true);
  expect(isCounted({ buffer: 'buffer', length: 'nul' })).toBe(false);
});
