import { expect, test } from '@jest/globals';
import { didYouMean } from '../src/did-you-mean.ts';

const COMMANDS = ['scan', 'review', 'rules', 'memory', 'costs'];

test.each([
  ['scna', 'scan'],
  ['csan', 'scan'],
  ['scann', 'scan'],
  ['reveiw', 'review'],
  ['rulse', 'rules'],
  ['memroy', 'memory'],
])('%s is near %s', (written, meant) => {
  expect(didYouMean(written, COMMANDS)).toBe(meant);
});

test.each([['nacs'], ['xyz'], ['sc'], ['']])('%j is near nothing', (written) => {
  expect(didYouMean(written, COMMANDS)).toBeUndefined();
});
