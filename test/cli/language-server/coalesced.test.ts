import { expect, test } from '@jest/globals';
import { Coalesced } from '../../../src/cli/language-server/coalesced.ts';

test('runs once at a time, and once more for all who ask meanwhile', async () => {
  const ends: (() => void)[] = [];
  const task = new Coalesced(
    () =>
      new Promise((resolve) => {
        ends.push(resolve);
      }),
  );
  const first = task.ask();
  const others = [task.ask(), task.ask()];
  expect(ends).toHaveLength(1);

  ends[0]?.();
  // The second run begins behind the first.
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all([first, ...others]);
  expect(ends).toHaveLength(2);

  const later = task.ask();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await later;
});
