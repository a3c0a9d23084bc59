import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { backoff } from '../../../src/model/calls/backoff.ts';

test('pauses grow, stay within their bounds, and are never shorter than asked', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(120_000),
      (failures, random, asked) => {
        const own = backoff(failures, random);
        const ceiling = Math.min(60_000, 1000 * 2 ** (failures - 1));
        expect(own).toBeGreaterThanOrEqual(ceiling / 2);
        expect(own).toBeLessThanOrEqual(ceiling);
        expect(backoff(failures, random, asked)).toBeGreaterThanOrEqual(Math.max(own, asked));
      },
    ),
  );
});
