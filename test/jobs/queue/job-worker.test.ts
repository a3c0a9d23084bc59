import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { loadFailedJobs, retryFailedJobs } from '../../../src/jobs/queue/failed-jobs.ts';
import { addJobs, loadBacklogs } from '../../../src/jobs/queue/jobs.ts';
import type { JobRun } from '../../../src/jobs/queue/run-leased-job.ts';
import { TryLaterError } from '../../../src/jobs/queue/try-later-error.ts';
import { vacuumJobs } from '../../../src/jobs/queue/vacuum.ts';
import { abortable } from '../../../src/model/abortable.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { every, job, newest, openedJobs } from '../../support/opened-jobs.ts';

const numbered = z.object({ n: z.number() });
const numberOf = (data: unknown) => numbered.parse(data).n;

/** Ends as soon as the signal says so. */
function untilStopped({ signal }: JobRun): Promise<void> {
  return abortable(new Promise<void>(() => undefined), signal);
}

onEachDatabase((databases) => {
  test('a job is tried again after a while, and knows which attempt is the last', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const attempts: unknown[] = [];
    work(every, (data, { attempt, last }) => {
      attempts.push({ data, attempt, last });
      return attempts.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
    });
    await addJobs(jobs, [job(every, 'a', { n: 7 })]);
    await idle();
    expect(attempts).toEqual([
      { data: { n: 7 }, attempt: 1, last: false },
      { data: { n: 7 }, attempt: 2, last: false },
      { data: { n: 7 }, attempt: 3, last: true },
    ]);
    const ended = events.filter(({ kind }) => kind === 'ended');
    expect(ended).toMatchObject([
      { outcome: 'retried', problem: 'not yet' },
      { outcome: 'retried' },
      { outcome: 'done', key: 'a', lane: 'every', attempt: 3 },
    ]);
  });

  test('a job that fails to the last is listed, and done when a person wants it', async () => {
    const { jobs, work, idle } = await openedJobs(databases);
    let broken = true;
    const done: number[] = [];
    work({ ...every, attempts: 1 }, (data) => {
      if (broken) return Promise.reject(new Error('it is broken'));
      done.push(numberOf(data));
      return Promise.resolve();
    });
    await addJobs(jobs, [job(every, 'a', { n: 1 }), job(every, 'a', { n: 2 })]);
    await idle();
    const failed = await loadFailedJobs(jobs);
    expect(failed).toMatchObject([
      { key: 'a', data: { n: 1 }, attempts: 1, problem: 'it is broken' },
      { key: 'a', data: { n: 2 }, attempts: 1, problem: 'it is broken' },
    ]);
    expect(await loadBacklogs(jobs)).toMatchObject([
      { lane: 'newest', waiting: 0, failed: 0 },
      { lane: 'every', waiting: 0, failed: 2 },
    ]);
    broken = false;
    expect(await retryFailedJobs(jobs, failed[1]?.id)).toBe(1);
    await idle();
    expect(done).toEqual([2]);
    expect(await retryFailedJobs(jobs)).toBe(1);
    expect(await retryFailedJobs(jobs)).toBe(0);
    await idle();
    expect(done).toEqual([2, 1]);
    expect(await loadFailedJobs(jobs)).toEqual([]);
  });

  test('what waits for something that is out comes back, however often, and uses no attempt', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const attempts: number[] = [];
    work({ ...every, attempts: 1 }, (_data, { attempt }) => {
      attempts.push(attempt);
      return attempts.length < 3
        ? Promise.reject(new TryLaterError('it is out'))
        : Promise.resolve();
    });
    await addJobs(jobs, [job(every, 'a', { n: 7 })]);
    await idle();
    expect(attempts).toEqual([1, 1, 1]);
    expect(await loadFailedJobs(jobs)).toEqual([]);
    const ended = events.filter(({ kind }) => kind === 'ended');
    const postponed = { outcome: 'postponed', problem: 'it is out' };
    expect(ended).toMatchObject([postponed, postponed, { outcome: 'done' }]);
  });

  test('when it is out for hours, the job fails like any other', async () => {
    const { jobs, work } = await openedJobs(databases);
    await addJobs(jobs, [job(every, 'a', { n: 7 })]);
    await jobs.database.query(`UPDATE rustward.jobs SET created_at = now() - interval '4 hours'`);
    work({ ...every, attempts: 1 }, () => Promise.reject(new TryLaterError('it is out')));
    await eventually(async () => expect(await loadFailedJobs(jobs)).toHaveLength(1));
  });

  test('a job whose worker died in every attempt is given up without another one', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    await addJobs(jobs, [job(every, 'a', { n: 1 })]);
    await jobs.database.query('UPDATE rustward.jobs SET attempts = 3');
    const died: unknown[] = [];
    work(
      every,
      () => Promise.reject(new Error('it must not be tried')),
      1,
      (data) => {
        died.push(data);
        // The callback may fail, too, and is called once more.
        return died.length === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve();
      },
    );
    await idle();
    expect(died).toEqual([{ n: 1 }, { n: 1 }]);
    expect(events.filter(({ kind }) => kind === 'ended')).toMatchObject([
      { outcome: 'retried', problem: 'no answer' },
      { outcome: 'failed', problem: 'the worker died each time' },
    ]);
    expect(await loadFailedJobs(jobs)).toHaveLength(1);
  });

  test('something newer stops what is under way, and what waits is left out', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const log: string[] = [];
    work(newest, async (data, run) => {
      const n = numberOf(data);
      log.push(`${n} begins`);
      if (n < 4) await untilStopped(run).finally(() => log.push(`${n} stops`));
    });
    await addJobs(jobs, [job(newest, 'a', { n: 1 }), job(newest, 'b', { n: 9 })]);
    await eventually(() => expect(log).toHaveLength(2));
    for (const n of [2, 3, 4]) await addJobs(jobs, [job(newest, 'a', { n })]);
    await idle();
    const ofA = log.filter((line) => !line.startsWith('9'));
    expect([ofA.at(0), ofA.at(-1)]).toEqual(['1 begins', '4 begins']);
    for (const [at, line] of ofA.entries()) {
      if (line.endsWith('stops')) expect(ofA[at - 1]).toBe(line.replace('stops', 'begins'));
    }
    expect(events).toContainEqual(expect.objectContaining({ key: 'a', outcome: 'superseded' }));
    expect(log).toContain('9 begins');
  });

  test('a job that is done in spite of something newer is done, and the newer one follows', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const done: number[] = [];
    work(newest, async (data, { signal }) => {
      if (done.length === 0)
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      done.push(numberOf(data));
    });
    await addJobs(jobs, [job(newest, 'a', { n: 1 })]);
    await eventually(() => expect(events).toHaveLength(1));
    await addJobs(jobs, [job(newest, 'a', { n: 2 })]);
    await idle();
    expect(done).toEqual([1, 2]);
  });

  test('a new job does not wait for the next attempt of an old one', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const done: number[] = [];
    work(newest, (data) => {
      if (numberOf(data) === 1) return Promise.reject(new Error('no'));
      done.push(numberOf(data));
      return Promise.resolve();
    });
    await addJobs(jobs, [job(newest, 'a', { n: 1 })]);
    await eventually(() =>
      expect(events).toContainEqual(expect.objectContaining({ outcome: 'retried' })),
    );
    await jobs.database.query("UPDATE pgboss.job SET start_after = now() + interval '1 hour'");
    await addJobs(jobs, [job(newest, 'a', { n: 2 })]);
    await idle();
    expect(done).toEqual([2]);
  });

  test('jobs of a key that are all done are done in order, one at a time', async () => {
    const { jobs, work, idle } = await openedJobs(databases);
    const log: string[] = [];
    const most = { now: 0, ever: 0 };
    work(every, async (data) => {
      most.now += 1;
      most.ever = Math.max(most.ever, most.now);
      // Meanwhile another one would begin.
      await jobs.database.query('SELECT 1');
      most.now -= 1;
      log.push(`${numberOf(data)}`);
    });
    for (const n of [1, 2, 3, 4, 5]) await addJobs(jobs, [job(every, 'a', { n })]);
    await addJobs(jobs, [job(every, 'a', { n: 6 }), job(every, 'a', { n: 7 })]);
    await idle();
    expect(log.join('')).toBe('1234567');
    expect(most.ever).toBe(1);
  });

  test('who has many jobs waiting lets those of others pass', async () => {
    const { jobs, work, idle } = await openedJobs(databases);
    for (const n of [1, 2, 3, 4, 5]) await addJobs(jobs, [job(every, `a${n}`, { n }, 'ada')]);
    await addJobs(jobs, [job(every, 'b', { n: 9 }, 'bob')]);
    const order: number[] = [];
    work(
      every,
      (data) => {
        order.push(numberOf(data));
        return Promise.resolve();
      },
      1,
    );
    await idle();
    expect(order).toEqual([1, 9, 2, 3, 4, 5]);
  });

  test('at the end of a process its jobs stop, and are done by the next one', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const attempts: number[] = [];
    const first = work(every, (_data, run) => untilStopped(run));
    await addJobs(jobs, [job(every, 'a')]);
    await eventually(() => expect(events).toHaveLength(1));
    await first.stop(10_000);
    expect(events[1]).toMatchObject({ kind: 'ended', outcome: 'released' });
    work(every, (_data, { attempt }) => {
      attempts.push(attempt);
      return Promise.resolve();
    });
    await idle();
    // What was cut short does not count as an attempt.
    expect(attempts).toEqual([1]);
  });

  test('a job that does not stop holds the end of a process up for the time of grace only', async () => {
    const { jobs, work, events } = await openedJobs(databases);
    let release = () => {};
    const worker = work(
      every,
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    await addJobs(jobs, [job(every, 'a')]);
    await eventually(() => expect(events).toHaveLength(1));
    const started = performance.now();
    await worker.stop(200);
    expect(performance.now() - started).toBeLessThan(5000);
    release();
  });

  test('jobs whose turns were lost get new ones', async () => {
    const { jobs, work, idle } = await openedJobs(databases);
    await addJobs(jobs, [job(every, 'a', { n: 1 }), job(newest, 'a', { n: 2 })]);
    await jobs.database.query('DELETE FROM pgboss.job');
    await vacuumJobs(jobs);
    const done: number[] = [];
    for (const lane of [every, newest]) {
      work(lane, (data) => {
        done.push(numberOf(data));
        return Promise.resolve();
      });
    }
    await idle();
    expect(done.sort()).toEqual([1, 2]);
  });
});
