import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { differences } from '../../bench/kept-counts.ts';

test('a rule with three findings more, and more than a quarter, is named', () => {
  const kept = { 'memory_leak low': 10, 'use_after_free medium': 0, 'off_by_one_loop low': 40 };
  expect(differences(kept, { ...kept, 'memory_leak low': 12 })).toEqual([]);
  expect(differences(kept, { ...kept, 'memory_leak low': 13 })).toEqual([
    'memory_leak low: 10 to 13',
  ]);
  expect(differences(kept, { ...kept, 'off_by_one_loop low': 50 })).toEqual([]);
  expect(differences(kept, { ...kept, 'off_by_one_loop low': 51 })).toEqual([
    'off_by_one_loop low: 40 to 51',
  ]);
});

test('so is one with fewer, one that is new, and one that is gone', () => {
  expect(differences({ 'a low': 9 }, { 'a low': 5 })).toEqual(['a low: 9 to 5']);
  expect(differences({}, { 'b medium': 3 })).toEqual(['b medium: 0 to 3']);
  expect(differences({ 'b medium': 3 }, {})).toEqual(['b medium: 3 to 0']);
});

test('the same counts never differ, and a difference is one both ways', () => {
  const counts = fc.dictionary(fc.constantFrom('a low', 'b low', 'c high'), fc.nat(100));
  fc.assert(fc.property(counts, (one) => expect(differences(one, one)).toEqual([])));
  const keys = (lines: readonly string[]) => lines.map((line) => line.split(':')[0]);
  fc.assert(
    fc.property(counts, (one) => {
      const more = Object.fromEntries(Object.entries(one).map(([key, n]) => [key, 2 * n + 3]));
      expect(keys(differences(one, more))).toEqual(Object.keys(one).sort());
    }),
  );
});
