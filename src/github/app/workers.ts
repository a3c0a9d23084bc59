import type { Jobs } from '../../jobs/jobs.ts';
import type { JobEvent, RunJob } from '../../jobs/run-turn.ts';
import { startWorker } from '../../jobs/worker.ts';
import { INSTRUCTIONS, REVIEWS } from '../lanes.ts';

/** Instructions mostly wait for GitHub, and people for them. */
const INSTRUCTIONS_AT_ONCE = 4;

/** Orchestrators kill after thirty seconds. */
const GRACE_MILLISECONDS = 20_000;

/**
 * Begins to carry commands out.
 * @param reviews how many at the same time
 * @returns what ends that: jobs under way stop, and are left for others
 */
export function startWorkers(
  jobs: Jobs,
  run: RunJob,
  reviews: number,
  onEvent: (event: JobEvent) => void,
): () => Promise<void> {
  const workers = [
    startWorker(jobs, { lane: REVIEWS, concurrency: reviews, run, onEvent }),
    startWorker(jobs, { lane: INSTRUCTIONS, concurrency: INSTRUCTIONS_AT_ONCE, run, onEvent }),
  ];
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop(GRACE_MILLISECONDS)));
  };
}
