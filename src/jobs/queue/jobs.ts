import { EventEmitter } from 'node:events';
import { z } from 'zod';
import type { Database, Queries } from '../database/database.ts';
import { type LeaseOptions, Leases } from './leases.ts';
import type { JobQueue, NewJob } from './queue.ts';

/** What is to be done, in a database. */
export interface Jobs {
  readonly database: Database;
  readonly leases: Leases;
  readonly queues: readonly JobQueue[];
  /** Tells workers of this process, by the name of a queue, that there is something to do. */
  readonly wake: EventEmitter;
}

/** Opens the jobs of a database, which stays open when they are closed. */
export async function openJobs(database: Database, options: LeaseOptions): Promise<Jobs> {
  const leases = await Leases.open(database, options);
  return { database, leases, queues: options.queues, wake: new EventEmitter() };
}

/** Has jobs done, all or none of them. */
export async function addJobs(jobs: Jobs, added: readonly NewJob[]): Promise<void> {
  await jobs.database.transaction((queries) => insertJobs(jobs, queries, added));
  wakeWorkers(jobs, added);
}

/** Writes jobs down within a transaction, after which workers are to be woken. */
export async function insertJobs(
  { leases }: Jobs,
  queries: Queries,
  added: readonly NewJob[],
): Promise<void> {
  if (added.length === 0) return;
  await leases.lock(queries, added);
  await queries.query(
    `INSERT INTO rustward.jobs (lane, key, owner, data)
     SELECT lane, key, owner, data
     FROM ROWS FROM (json_to_recordset($1::json) AS (lane text, key text, owner text, data jsonb))
       WITH ORDINALITY AS job (lane, key, owner, data, place) ORDER BY place`,
    [JSON.stringify(added)],
  );
  await leases.request(queries, added);
}

/** Wakes the workers of this process for the queues of jobs that were committed. */
export function wakeWorkers({ wake }: Jobs, added: readonly Pick<NewJob, 'lane'>[]): void {
  for (const lane of new Set(added.map((job) => job.lane))) wake.emit(lane);
}

/** How much there is to do in each queue. */
export const backlogsSchema = z.array(
  z.object({
    lane: z.string(),
    /** Jobs that are not done, those under way included. */
    waiting: z.coerce.number(),
    failed: z.coerce.number(),
    /** Seconds for which the oldest one waits. */
    oldest: z.coerce.number(),
  }),
);

export type Backlog = z.infer<typeof backlogsSchema>[number];

/** How much there is to do, for each queue. */
export async function loadBacklogs({ database, queues }: Jobs): Promise<Backlog[]> {
  const rows = backlogsSchema.parse(
    await database.query(
      `SELECT lane, count(*) FILTER (WHERE failed_at IS NULL) AS waiting, count(failed_at) AS failed,
         coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0)
           AS oldest
       FROM rustward.jobs GROUP BY lane`,
    ),
  );
  return queues.map(({ name }) => {
    const nothing = { lane: name, waiting: 0, failed: 0, oldest: 0 };
    return rows.find(({ lane }) => lane === name) ?? nothing;
  });
}
