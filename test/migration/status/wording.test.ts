import { expect, test } from '@jest/globals';
import {
  compactNumber,
  dollars,
  duration,
  fullStateWords,
  groupedDigits,
  plural,
  reachedWords,
} from '../../../src/migration/status/wording.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [12_345, '12.3k'],
  [99_949, '99.9k'],
  [100_000, '100k'],
  [999_999, '1000k'],
  [1_000_000, '1M'],
  [2_500_000, '2.5M'],
])('%d tokens are %s', (value, text) => {
  expect(compactNumber(value)).toBe(text);
});

test.each([
  [0, '$0'],
  [0.0099, '< $0.01'],
  [0.01, '$0.01'],
  [12.345, '$12.35'],
])('%d dollars are %s', (cost, text) => {
  expect(dollars(cost)).toBe(text);
});

test.each([
  [0.25, '250 ms'],
  [1, '1 s'],
  [1.25, '1.3 s'],
  [9.5, '9.5 s'],
  [10.4, '10 s'],
  [59.4, '59 s'],
  [59.7, '1 min 0 s'],
  [60, '1 min 0 s'],
  [119.8, '2 min 0 s'],
  [125, '2 min 5 s'],
  [3599, '59 min 59 s'],
  [3599.6, '1 h 0 min'],
  [3600, '1 h 0 min'],
  [7380, '2 h 3 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  [1, 'line', undefined, '1 line'],
  [0, 'line', undefined, '0 lines'],
  [1200, 'line', undefined, '1,200 lines'],
  [2, 'body', 'bodies', '2 bodies'],
])('%d: %s', (number, one, many, text) => {
  expect(plural(number, one, many)).toBe(text);
});

test('a state is said in full where there is room', () => {
  expect(fullStateWords('stale')).toBe('stale: the C or the Rust has changed since');
  expect(fullStateWords('uncompared')).toBe('carried over, not compared');
  expect(fullStateWords('skipped')).toBe('not needed');
  expect(groupedDigits(1234567.8)).toBe('1,234,568');
});

test('what reached a function names the first comparison, and counts the others', () => {
  const reached = (name: string) => ({ name, cases: 1000, coveredLines: 3, lines: 4 });
  expect(reachedWords({})).toBe('');
  const first = 'reached by the comparison of f (3 of 4 lines on 1,000 inputs that gave the same)';
  expect(reachedWords({ reachedBy: [reached('f')] })).toBe(first);
  expect(reachedWords({ reachedBy: [reached('f'), reached('g')] })).toBe(`${first} and 1 other`);
  expect(reachedWords({ reachedBy: ['f', 'g', 'h'].map(reached) })).toBe(`${first} and 2 others`);
});
