import { expect, test } from '@jest/globals';
import { sample } from '../../bench/sample.ts';

const items = Array.from({ length: 40 }, (_, index) => `item ${index}`);
const draw = (from: readonly string[], size: number, seed: number) =>
  sample(from, size, seed, (item) => item);

test('a seed draws the same items, whatever their order', () => {
  expect(draw(items, 5, 1)).toEqual(draw(items.toReversed(), 5, 1));
  expect(new Set(draw(items, 40, 1)).size).toBe(40);
  expect(draw(items, 5, 2)).not.toEqual(draw(items, 5, 1));
});

test('what others have become changes nothing for those that were drawn', () => {
  const [gone = '', ...others] = draw(items, 6, 3);
  const left = items.filter((item) => item !== gone);
  expect(draw(left, 5, 3)).toEqual(others);
});

test('each item is drawn about as often as any other', () => {
  const counts = new Map(items.map((item) => [item, 0]));
  for (let seed = 0; seed < 2000; seed += 1)
    for (const item of draw(items, 10, seed)) counts.set(item, (counts.get(item) ?? 0) + 1);
  // 500 expected, standard deviation 19.
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(100);
});
