import { afterEach, expect } from '@jest/globals';
import { type Jobs, openJobs } from '../../src/jobs/jobs.ts';
import type { Lane, NewJob } from '../../src/jobs/lane.ts';
import type { DatabasePlace } from '../../src/jobs/open-database.ts';
import type { JobEvent, RunJob } from '../../src/jobs/run-turn.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import type { Databases } from './databases.ts';
import { eventually } from './eventually.ts';

export const newest: Lane = { name: 'newest', keeps: 'newest', attempts: 3, retrySeconds: 1 };
export const every: Lane = { name: 'every', keeps: 'every', attempts: 3, retrySeconds: 1 };

export interface OpenedJobs {
  readonly jobs: Jobs;
  /** What workers said. */
  readonly events: JobEvent[];
  work(
    lane: Lane,
    run: RunJob,
    concurrency?: number,
    onDied?: (data: unknown) => Promise<void>,
  ): Worker;
  /** Waits until nothing is left to do. */
  idle(): Promise<void>;
}

const ends: (() => Promise<void>)[] = [];

/** Jobs in a database of the test's, and workers that are stopped after it. */
export async function openedJobs(
  databases: Databases,
  place?: DatabasePlace,
  lanes: readonly Lane[] = [newest, every],
): Promise<OpenedJobs> {
  const database = await databases.open(place);
  const events: JobEvent[] = [];
  const jobs = await openJobs(database, {
    lanes,
    silenceSeconds: 10,
    onProblem: () => {},
  });
  ends.push(() => jobs.turns.close());
  return {
    jobs,
    events,
    work(lane, run, concurrency = 4, onDied = () => Promise.resolve()) {
      const onEvent = (event: JobEvent) => events.push(event);
      const options = { lane, run, concurrency, onEvent, onDied, pollMilliseconds: 50 };
      const worker = startWorker(jobs, options);
      ends.unshift(() => worker.stop(10_000));
      return worker;
    },
    idle: () =>
      eventually(async () => {
        const text = `SELECT id FROM rustward.jobs WHERE failed_at IS NULL UNION ALL
          SELECT 0 FROM pgboss.job WHERE state < 'completed'`;
        expect(await database.query(text)).toEqual([]);
      }),
  };
}

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A job of a key. */
export function job(lane: Lane, key: string, data: object = {}, owner = 'ada'): NewJob {
  return { lane: lane.name, key, owner, data };
}
