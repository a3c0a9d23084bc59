import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { ModelError } from '../../../src/errors.ts';
import { WorkQueue } from '../../../src/security/triage/work-queue.ts';

const down = () => Promise.reject(new ModelError('unavailable', 'down'));

test('results come in the order of the tasks, however they end', async () => {
  const queue = new WorkQueue(3, undefined);
  // Which task waits for which: the third ends first, then the second, the fourth and the first.
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const waitsFor = [3, 2, undefined, 1];
  const order: number[] = [];
  const done = await queue.runAll(
    [0, 1, 2, 3],
    async (task) => {
      const other = waitsFor[task];
      if (other !== undefined) await ends[other]?.promise;
      order.push(task);
      ends[task]?.resolve();
      return task;
    },
    () => undefined,
  );
  expect(order).toEqual([2, 1, 3, 0]);
  expect(done).toEqual([0, 1, 2, 3].map((result) => ({ result })));
});

test('never more at a time than allowed, and as many as that', async () => {
  const running: (() => void)[] = [];
  const queue = new WorkQueue(4, undefined);
  const done = queue.runAll(
    Array.from({ length: 18 }, (_, n) => n),
    () => new Promise<void>((resolve) => running.push(resolve)),
    () => undefined,
  );
  const most: number[] = [];
  for (;;) {
    // In a turn of the event loop all begins that may begin.
    await setImmediate();
    if (running.length === 0) break;
    most.push(running.length);
    for (const end of running.splice(0)) end();
  }
  expect(most).toEqual([4, 4, 4, 4, 2]);
  expect(await done).toHaveLength(18);
});

test('one failure does not stop the others', async () => {
  const queue = new WorkQueue(1, undefined);
  const done = await queue.runAll(
    [1, 2, 3],
    (n) => (n === 2 ? down() : Promise.resolve(n)),
    () => undefined,
  );
  expect(done).toEqual([{ result: 1 }, { failed: 'down' }, { result: 3 }]);
});

test('a used-up budget ends the rest without asking', async () => {
  let asked = 0;
  const queue = new WorkQueue(1, undefined);
  const done = await queue.runAll(
    [1, 2, 3],
    (_, begin) => {
      begin();
      asked += 1;
      return Promise.reject(new ModelError('budget', 'no money'));
    },
    () => undefined,
  );
  expect(asked).toBe(1);
  expect(done).toEqual([{ failed: 'no money' }, { failed: 'no money' }, { failed: 'no money' }]);
});

test('a model that fails three times in a row is given up, in later stages as well', async () => {
  let asked = 0;
  const queue = new WorkQueue(1, undefined);
  const work = (_: number, begin: () => void) => {
    begin();
    asked += 1;
    return down();
  };
  await queue.runAll([1, 2, 3, 4, 5], work, () => undefined);
  const [later] = await queue.runAll([1], work, () => undefined);
  expect(asked).toBe(3);
  expect(later).toEqual({ failed: 'the model failed 3 times in a row, at last: down' });
});

test('an unreadable answer is the fault of one question, not of the model', async () => {
  const queue = new WorkQueue(1, undefined);
  const work = () => Promise.reject(new ModelError('answer', 'unreadable'));
  const done = await queue.runAll([1, 2, 3, 4], work, () => undefined);
  expect(done).toEqual(Array.from({ length: 4 }, () => ({ failed: 'unreadable' })));
});

test('when the time is over nothing more is begun', async () => {
  const controller = new AbortController();
  const queue = new WorkQueue(1, controller.signal);
  const done = await queue.runAll(
    [1, 2],
    () => {
      controller.abort(new Error('the limit was reached'));
      return Promise.reject(controller.signal.reason);
    },
    () => undefined,
  );
  expect(done).toEqual([{ failed: 'the limit was reached' }, { failed: 'the limit was reached' }]);
});

test('a bug is no failure of a model', async () => {
  const queue = new WorkQueue(2, undefined);
  await expect(
    queue.runAll(
      [1],
      () => Promise.reject(new TypeError('bug')),
      () => undefined,
    ),
  ).rejects.toThrow('bug');
});
