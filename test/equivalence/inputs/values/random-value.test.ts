import { expect, test } from '@jest/globals';
import { seededRandom } from '../../../../src/equivalence/inputs/values/random.ts';
import { randomValue } from '../../../../src/equivalence/inputs/values/random-value.ts';
import { NO_CONSTANTS } from '../../../support/no-constants.ts';

test('lists are mostly short, at times of more than a byte counts, and as long as they may be', () => {
  const random = seededRandom(7);
  const shape = { kind: 'list', of: { kind: 'integer', bits: 16, signed: false } } as const;
  const limits = { length: { least: 2, most: 1000 } };
  const lengths = Array.from({ length: 2000 }, () => {
    const value = randomValue(random, shape, limits, NO_CONSTANTS);
    return Array.isArray(value) ? value.length : -1;
  });
  const share = (least: number, most: number) =>
    lengths.filter((length) => least <= length && length <= most).length / lengths.length;
  expect(share(2, 1000)).toBe(1);
  expect(share(2, 26)).toBeGreaterThan(0.5);
  expect(share(30, 255)).toBeGreaterThan(0.1);
  expect(share(256, 1000)).toBeGreaterThan(0.01);
  expect(Math.max(...lengths)).toBeGreaterThan(500);
});
