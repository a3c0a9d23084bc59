import { expect, test } from '@jest/globals';
import { batchWrites } from '../../../src/jobs/queue/batch-writes.ts';

test('what comes while others are written is written together, in order', async () => {
  const batches: number[][] = [];
  const double = batchWrites(3, async (take: () => readonly number[]) => {
    await Promise.resolve();
    const items = take();
    batches.push([...items]);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(await double(6)).toBe(12);
});

test('one that cannot be written takes no other with it', async () => {
  const write = batchWrites(10, async (take: () => readonly number[]) => {
    await Promise.resolve();
    const items = take();
    if (items.includes(2)) throw new Error('not 2');
    return items;
  });
  const results = await Promise.allSettled([1, 2, 3].map(write));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('where nothing can be written at all, all hear of it, and what comes later is tried', async () => {
  let isGone = true;
  let tries = 0;
  const write = batchWrites(10, async (take: () => readonly number[]) => {
    await Promise.resolve();
    tries += 1;
    if (isGone) throw new Error('gone');
    return take();
  });
  const results = await Promise.allSettled([1, 2, 3].map(write));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tries).toBe(1);
  isGone = false;
  expect(await write(4)).toBe(4);
});
