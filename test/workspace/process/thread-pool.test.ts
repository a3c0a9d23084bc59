import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { Deadline } from '../../../src/workspace/process/deadline.ts';
import { ThreadPool } from '../../../src/workspace/process/thread-pool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let pool: ThreadPool<string, string>;

function open(threads: number, timeLimit = 4000): ThreadPool<string, string> {
  pool = new ThreadPool({
    script: new URL('fixtures/moody-worker.ts', import.meta.url),
    data: undefined,
    threads,
    timeLimit,
    heapLimit: 50,
  });
  return pool;
}

afterEach(() => pool.close());

test('outcomes come in the order of the tasks, round after round', async () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tasks = letters.map((task, index) => ({ task, weight: index % 5 }));
  const expected = letters.map((task) => ({ result: task.toUpperCase() }));
  const counts: number[] = [];
  open(3);
  expect(await pool.run(tasks, (done) => counts.push(done))).toEqual(expected);
  expect(await pool.run(tasks)).toEqual(expected);
  expect(counts).toEqual(letters.map((_, index) => index + 1));
});

test.each([
  ['throw', 'no luck'],
  ['exit', 'its thread ended'],
  ['spin', 'took longer than 4 seconds'],
  ['eat', 'ran out of memory'],
])('a task that does %s fails alone', async (task, error) => {
  // On a busy machine it takes a while to eat so much.
  open(1, task === 'eat' ? 60_000 : 4000);
  const tasks = ['a', task, 'b'].map((name) => ({ task: name, weight: 1 }));
  expect(await pool.run(tasks)).toEqual([{ result: 'A' }, { error }, { result: 'B' }]);
});

test('what is not done when the time of the run is over is given up, and the thread with it', async () => {
  const deadline = new Deadline(2);
  const limited = new ThreadPool<string, string>({
    script: new URL('fixtures/moody-worker.ts', import.meta.url),
    ...{ data: undefined, threads: 1, timeLimit: 60_000, heapLimit: 50, deadline },
  });
  const error = 'it was not done within the 2 seconds of --timeout';
  const began = performance.now();
  const first = await limited.run(['a', 'spin', 'b'].map((task, weight) => ({ task, weight })));
  // Another round begins nothing.
  const second = await limited.run([{ task: 'c', weight: 1 }]);
  await limited.close();
  expect([first, second]).toEqual([[{ result: 'A' }, { error }, { error }], [{ error }]]);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('a task that has used up its time is not tried again', async () => {
  const noting = new ThreadPool<string, string>({
    script: new URL('fixtures/noting-worker.ts', import.meta.url),
    ...{ data: undefined, threads: 1, timeLimit: 1500, heapLimit: 50 },
  });
  const file = join(temporaryFolder({}), 'begun');
  const outcomes = await noting.run([{ task: file, weight: 1 }]);
  await noting.close();
  expect(outcomes).toEqual([{ error: 'took longer than 1.5 seconds' }]);
  expect(readFileSync(file, 'utf8')).toBe('begun\n');
});

test('with a deadline all but one thread begin with the cheapest tasks', async () => {
  const names = ['spin', 'spin', 'a', 'b', 'c'];
  const tasks = names.map((task, at) => ({ task, weight: 10 - at }));
  const limited = new ThreadPool<string, string>({
    script: new URL('fixtures/moody-worker.ts', import.meta.url),
    ...{ data: undefined, threads: 2, timeLimit: 60_000, heapLimit: 50 },
  });
  const deadline = new Deadline(3);
  const first = await limited.run(tasks, undefined, deadline);
  // The deadline was that of one round.
  const second = await limited.run([{ task: 'd', weight: 1 }]);
  await limited.close();
  const late = { error: deadline.reason };
  expect(first).toEqual([late, late, { result: 'A' }, { result: 'B' }, { result: 'C' }]);
  expect(second).toEqual([{ result: 'D' }]);
});

test('a task is told when its round ends', async () => {
  const telling = new ThreadPool<string, boolean>({
    script: new URL('fixtures/telling-worker.ts', import.meta.url),
    ...{ data: undefined, threads: 1, timeLimit: 4000, heapLimit: 50 },
  });
  const tasks = [{ task: '', weight: 1 }];
  expect(await telling.run(tasks)).toEqual([{ result: false }]);
  expect(await telling.run(tasks, undefined, new Deadline(60))).toEqual([{ result: true }]);
  await telling.close();
});

test('small tasks travel together', async () => {
  const counting = new ThreadPool<string, number>({
    script: new URL('fixtures/counting-worker.ts', import.meta.url),
    ...{ data: undefined, threads: 1, timeLimit: 4000, heapLimit: 50 },
  });
  const tasks = Array.from({ length: 64 }, (_, at) => ({ task: `${at}`, weight: 1 }));
  const outcomes = await counting.run(tasks);
  await counting.close();
  // Four in each: sixteen messages for one thread.
  expect(outcomes).toEqual(tasks.map((_, at) => ({ result: 1 + Math.floor(at / 4) })));
});

test('no task, no thread', async () => {
  expect(await open(2).run([])).toEqual([]);
});

test('rounds that go on at once share the threads', async () => {
  const counting = new ThreadPool<string, number>({
    script: new URL('fixtures/counting-worker.ts', import.meta.url),
    ...{ data: undefined, threads: 1, timeLimit: 4000, heapLimit: 50 },
  });
  const round = () => counting.run(['a', 'b', 'c'].map((task) => ({ task, weight: 1 })));
  const running = Promise.all([round(), round()]);
  expect(counting.isWarm).toBe(true);
  // One thread has heard all of the six messages, some of one round and some of the other in turn.
  const heard = (await running).map((outcomes) =>
    outcomes.map((one) => ('result' in one ? one.result : 0)),
  );
  await counting.close();
  expect(heard).toEqual([
    [1, 3, 5],
    [2, 4, 6],
  ]);
});
