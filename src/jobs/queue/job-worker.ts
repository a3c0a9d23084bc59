import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import type { Jobs } from './jobs.ts';
import type { JobQueue } from './queue.ts';
import { type JobEvent, type RunJob, runLeasedJob } from './run-leased-job.ts';

export interface JobWorkerOptions {
  readonly queue: JobQueue;
  /** How many jobs at the same time. */
  readonly concurrency: number;
  readonly run: RunJob;
  readonly onEvent: (event: JobEvent) => void;
  /** How often to look for what other processes have added. */
  readonly pollMilliseconds?: number;
  /** Hears of a job whose worker died in each of its attempts, so that it could say nothing itself. */
  readonly onDied?: (data: unknown) => Promise<void>;
}

export interface JobWorker {
  /**
   * Takes no more jobs, has those under way stop, and waits for them. What did not come to its end
   * is left for others: at once where it stopped in time, else when its holder was silent for long.
   */
  stop(graceMilliseconds: number): Promise<void>;
}

/** After a problem with the database. */
const RETRY_MILLISECONDS = 1000;

/** Runs the jobs of a queue until it is stopped. Problems of the database are waited out. */
export function startJobWorker(jobs: Jobs, options: JobWorkerOptions): JobWorker {
  const { queue, concurrency, onEvent, pollMilliseconds = 500 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();

  const startNextJob = async (): Promise<boolean> => {
    const lease = await jobs.leases.acquire(queue.name);
    if (lease === undefined) return false;
    const run = runLeasedJob(jobs, lease, { ...options, stop: signal }).catch((thrown: unknown) => {
      onEvent({ kind: 'problem', problem: messageOf(thrown) });
    });
    running.add(run);
    run.finally(() => running.delete(run));
    return true;
  };

  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      if (running.size >= concurrency) {
        await Promise.race(running);
        continue;
      }
      try {
        if (!(await startNextJob())) await waitForWake(jobs, queue.name, pollMilliseconds, signal);
      } catch (thrown) {
        onEvent({ kind: 'problem', problem: messageOf(thrown) });
        await sleep(RETRY_MILLISECONDS, undefined, { signal }).catch(() => {});
      }
    }
  };

  const looping = loop();
  return {
    async stop(graceMilliseconds) {
      stopping.abort(new Error('this process is about to end'));
      const grace = new AbortController();
      await Promise.race([
        looping.then(() => Promise.all(running)),
        sleep(graceMilliseconds, undefined, { signal: grace.signal }).catch(() => {}),
      ]);
      grace.abort();
    },
  };
}

/** Waits until something is added in this process, or the time is over. */
async function waitForWake(jobs: Jobs, lane: string, milliseconds: number, stop: AbortSignal) {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(milliseconds)]);
  await once(jobs.wake, lane, { signal }).catch(() => {});
}
