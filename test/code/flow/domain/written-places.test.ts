import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  boundedPlaces,
  joinPlaces,
  placeOf,
} from '../../../../src/code/flow/domain/written-places.ts';

const places = fc.array(fc.constantFrom('', '[]', '*', '.a', '.b', '*.c'));

test('a join says what each list says, whatever their order', () => {
  fc.assert(
    fc.property(places, places, (a, b) => {
      const joined = joinPlaces([a, b]);
      expect(joinPlaces([b, a])).toEqual(joined);
      expect(joinPlaces([joined, a])).toEqual(joined);
      for (const place of [...a, ...b])
        expect(joined.includes(place) || joined[0] === '*').toBe(true);
    }),
  );
});

test('too many places are any place', () => {
  const many = Array.from({ length: 257 }, (_, index) => `.f${index}`);
  expect(boundedPlaces(new Set(many))).toEqual(['*']);
  expect(boundedPlaces(new Set(many.slice(1)))).toHaveLength(256);
});

test('elements are one place', () => {
  expect(['[3]', '[]', '.x', ''].map(placeOf)).toEqual(['[]', '[]', '.x', '']);
});
