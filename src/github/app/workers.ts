import type { Jobs } from '../../jobs/jobs.ts';
import type { JobEvent, RunJob } from '../../jobs/run-turn.ts';
import { startWorker } from '../../jobs/worker.ts';
import { LANES, REVIEWS } from '../lanes.ts';

/** Orchestrators kill after thirty seconds. */
const GRACE_MILLISECONDS = 20_000;

export interface Work {
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
export function startWorkers(jobs: Jobs, { reviews, ...work }: Work): () => Promise<void> {
  const workers = LANES.map((lane) => {
    const concurrency = lane === REVIEWS ? reviews : lane.atOnce;
    return startWorker(jobs, { ...work, lane, concurrency });
  });
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop(GRACE_MILLISECONDS)));
  };
}
