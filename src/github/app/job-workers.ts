import { startJobWorker } from '../../jobs/queue/job-worker.ts';
import type { Jobs } from '../../jobs/queue/jobs.ts';
import type { JobEvent, RunJob } from '../../jobs/queue/run-leased-job.ts';
import { QUEUES, REVIEWS } from '../commands/queues.ts';

/** Orchestrators kill after thirty seconds. */
const GRACE_MILLISECONDS = 20_000;

export interface WorkOptions {
  readonly run: RunJob;
  /** Hears of a job that was given up since every worker that tried it has died. */
  readonly onDied: (data: unknown) => Promise<void>;
  /** How many reviews at the same time. */
  readonly reviews: number;
  readonly onEvent: (event: JobEvent) => void;
}

/**
 * Begins to carry commands out.
 * @returns what ends that: jobs under way stop, and are left for others
 */
export function startJobWorkers(
  jobs: Jobs,
  { reviews, ...work }: WorkOptions,
): () => Promise<void> {
  const workers = QUEUES.map((queue) => {
    const concurrency = queue === REVIEWS ? reviews : queue.concurrency;
    return startJobWorker(jobs, { ...work, queue, concurrency });
  });
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop(GRACE_MILLISECONDS)));
  };
}
