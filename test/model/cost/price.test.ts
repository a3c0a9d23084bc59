import { expect, test } from '@jest/globals';
import { priceOf } from '../../../src/model/cost/price.ts';

const MILLION = 1_000_000;

test('what is asked and what is answered each have a price for a million tokens', () => {
  const usage = { input: 2 * MILLION, cached: 0, output: MILLION };
  expect(priceOf(usage, { input: 3, output: 15 })).toBe(21);
});

test('what comes from the cache, or goes to it, is part of what is asked and has a price of its own', () => {
  const usage = { input: 4 * MILLION, cached: MILLION, written: 2 * MILLION, output: 0 };
  expect(priceOf(usage, { input: 3, output: 15, cached: 0.5, written: 4 })).toBe(3 + 0.5 + 8);
});

test('without such prices it costs what any other token costs', () => {
  const usage = { input: 4 * MILLION, cached: MILLION, written: 2 * MILLION, output: 0 };
  expect(priceOf(usage, { input: 3, output: 15 })).toBe(12);
});
