import { afterEach, expect } from '@jest/globals';
import type { DatabaseSettings } from '../../src/jobs/database/open-database.ts';
import { type JobWorker, startJobWorker } from '../../src/jobs/queue/job-worker.ts';
import { type Jobs, openJobs } from '../../src/jobs/queue/jobs.ts';
import type { JobQueue, NewJob } from '../../src/jobs/queue/queue.ts';
import type { JobEvent, RunJob } from '../../src/jobs/queue/run-leased-job.ts';
import type { Databases } from './databases.ts';
import { eventually } from './eventually.ts';

export const newest: JobQueue = { name: 'newest', keeps: 'newest', attempts: 3, retrySeconds: 1 };
export const every: JobQueue = { name: 'every', keeps: 'every', attempts: 3, retrySeconds: 1 };

export interface OpenedJobs {
  readonly jobs: Jobs;
  /** What workers said. */
  readonly events: JobEvent[];
  work(
    lane: JobQueue,
    run: RunJob,
    concurrency?: number,
    onDied?: (data: unknown) => Promise<void>,
  ): JobWorker;
  /** Waits until nothing is left to do. */
  idle(): Promise<void>;
}

const ends: (() => Promise<void>)[] = [];

/** Jobs in a database of the test's, and workers that are stopped after it. */
export async function openedJobs(
  databases: Databases,
  place?: DatabaseSettings,
  lanes: readonly JobQueue[] = [newest, every],
): Promise<OpenedJobs> {
  const database = await databases.open(place);
  const events: JobEvent[] = [];
  const jobs = await openJobs(database, {
    queues: lanes,
    silenceSeconds: 10,
    onProblem: () => {},
  });
  ends.push(() => jobs.leases.close());
  return {
    jobs,
    events,
    work(queue, run, concurrency = 4, onDied = () => Promise.resolve()) {
      const onEvent = (event: JobEvent) => events.push(event);
      const options = { queue, run, concurrency, onEvent, onDied, pollMilliseconds: 50 };
      const worker = startJobWorker(jobs, options);
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
export function job(lane: JobQueue, key: string, data: object = {}, owner = 'ada'): NewJob {
  return { lane: lane.name, key, owner, data };
}
