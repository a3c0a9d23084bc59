import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { abortable } from '../../src/model/abortable.ts';

test('what ends by itself leaves nothing with the signal, which lives as long as the run', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve(1), signal)).toBe(1);
  await expect(abortable(Promise.reject(new Error('lost')), signal)).rejects.toThrow('lost');
  // The listener goes after the result.
  await new Promise(setImmediate);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
