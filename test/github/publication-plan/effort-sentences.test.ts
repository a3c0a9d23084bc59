import { expect, test } from '@jest/globals';
import { effortSentences } from '../../../src/github/publication-plan/effort-sentences.ts';

test.each([
  [0.4, 'It took 0 s.'],
  [59.4, 'It took 59 s.'],
  [59.7, 'It took 1 min 0 s.'],
  [75, 'It took 1 min 15 s.'],
  [119.6, 'It took 2 min 0 s.'],
  [72_000, 'It took 1,200 min 0 s.'],
])('%d seconds: %s', (seconds, sentence) => {
  expect(effortSentences({ seconds })).toEqual([sentence]);
  expect(effortSentences({ seconds, costs: { dollars: 0, calls: 0, unpriced: 0 } })).toEqual([
    sentence,
  ]);
});

test.each([
  [{ dollars: 0.1251, calls: 12, unpriced: 0 }, 'Models were called 12 times: $0.13.'],
  [{ dollars: 2, calls: 1, unpriced: 0 }, 'Models were called 1 time: $2.00.'],
  [{ dollars: 2, calls: 3, unpriced: 1 }, 'Models were called 3 times: at least $2.00.'],
  [{ dollars: 0, calls: 3, unpriced: 3 }, 'Models were called 3 times: price unknown.'],
])('%j: %s', (costs, sentence) => {
  expect(effortSentences({ seconds: 3, costs })).toEqual([sentence, 'It took 3 s.']);
});
