import { expect, test } from '@jest/globals';
import { isQuestion } from '../../../src/github/comments/thread-messages.ts';

test.each([
  ['Why is that reachable?', true],
  ['> Why?\n\nBecause the parser checks it.', false],
  ['Thanks, fixed in the next push.', false],
  ['`a ? b : c` is fine', false],
  ['```\nx = a ? b : c;\n```\nDone.', false],
  ['```\nx = 1;\n```\nIs that better?', true],
  ['```\nnever closed ?', false],
  ['see https://example.com/?q=1', false],
  ['', false],
])('%j: %s', (text, expected) => {
  expect(isQuestion(text)).toBe(expected);
});
