import { z } from 'zod';
import { type Jobs, wakeWorkers } from './jobs.ts';

/** Rows of the table, or what JSON has made of them. */
export const failedJobsSchema = z.array(
  z.object({
    id: z.coerce.number(),
    lane: z.string(),
    key: z.string(),
    owner: z.string(),
    data: z.unknown(),
    attempts: z.number(),
    problem: z.string().nullable(),
    failed_at: z.coerce.date(),
  }),
);

/** A job that was given up after its last attempt. */
export type FailedJob = z.infer<typeof failedJobsSchema>[number];

const COLUMNS = 'id, lane, key, owner, data, attempts, problem, failed_at';

/** All jobs that were given up, the oldest first. */
export async function loadFailedJobs({ database }: Jobs): Promise<FailedJob[]> {
  const text = `SELECT ${COLUMNS} FROM rustward.jobs WHERE failed_at IS NOT NULL ORDER BY id`;
  return failedJobsSchema.parse(await database.query(text));
}

/**
 * Has jobs that were given up tried again, with all their attempts.
 * @param id of one of them; all when missing
 * @returns how many there were
 */
export async function retryFailedJobs(jobs: Jobs, id?: number): Promise<number> {
  let count = 0;
  for (const job of await loadFailedJobs(jobs)) {
    if (id !== undefined && job.id !== id) continue;
    await jobs.database.transaction(async (queries) => {
      await jobs.leases.lock(queries, [job]);
      const text =
        'UPDATE rustward.jobs SET failed_at = NULL, attempts = 0 WHERE id = $1 RETURNING id';
      if ((await queries.query(text, [job.id])).length === 0) return;
      await jobs.leases.request(queries, [job]);
      count += 1;
    });
    wakeWorkers(jobs, [job]);
  }
  return count;
}

const keyRows = z.array(z.object({ lane: z.string(), key: z.string(), owner: z.string() }));

/**
 * Makes sure that every job is queued, also where the tables of pg-boss were lost or repaired by
 * hand. Cheap where nothing is amiss.
 */
export async function requestMissingLeases(jobs: Jobs): Promise<void> {
  const rows = await jobs.database.query(
    `SELECT lane, key, min(owner) AS owner FROM rustward.jobs WHERE failed_at IS NULL
     GROUP BY lane, key ORDER BY min(id)`,
  );
  for (const job of keyRows.parse(rows)) {
    await jobs.database.transaction(async (queries) => {
      await jobs.leases.lock(queries, [job]);
      await jobs.leases.request(queries, [job]);
    });
  }
}
