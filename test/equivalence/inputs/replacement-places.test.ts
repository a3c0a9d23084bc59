import { expect, test } from '@jest/globals';
import type { Case } from '../../../src/equivalence/cases/case.ts';
import {
  ReplacementPlaces,
  replacedAt,
} from '../../../src/equivalence/inputs/replacement-places.ts';

const data = Uint8Array.of(9, 1, 2, 9, 2, 1);
const known: Case = {
  steps: [
    { call: 0, inputs: [5n, data], handles: [] },
    { call: 0, inputs: [0x102n, data], handles: [] },
  ],
};

test('a value stands in numbers and in bytes, where the first order that is there counts', () => {
  const places = new ReplacementPlaces(known).of(0x102n, 0x304n);
  expect(
    places.map(({ step, slot, at, bytes }) => ({ step, slot, at, bytes: [...bytes] })),
  ).toEqual([
    { step: 0, slot: 1, at: 1, bytes: [3, 4] },
    { step: 1, slot: 0, at: 0, bytes: [] },
    { step: 1, slot: 1, at: 1, bytes: [3, 4] },
  ]);
  const [inBytes, inNumber] = places;
  if (inBytes === undefined || inNumber === undefined) throw new Error('no places');
  expect(replacedAt(data, inBytes, 0x304n)).toEqual(Uint8Array.of(9, 3, 4, 9, 2, 1));
  expect(replacedAt(0x102n, inNumber, 0x304n)).toBe(0x304n);
});

test('a pair of values is looked for once', () => {
  const places = new ReplacementPlaces(known);
  expect(places.of(5n, 6n)).toBe(places.of(5n, 6n));
  expect(places.of(5n, 7n)).not.toBe(places.of(5n, 6n));
});
