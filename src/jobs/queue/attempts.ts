import { z } from 'zod';
import type { Queries } from '../database/database.ts';
import { type Jobs, wakeWorkers } from './jobs.ts';
import type { Lease } from './leases.ts';
import type { JobQueue } from './queue.ts';

/** A job that is being tried. */
export interface Attempt {
  readonly id: number;
  readonly data: unknown;
  /** 1 for the first. */
  readonly attempt: number;
  /** Seconds since the job was added. */
  readonly age: number;
}

const attemptRows = z.array(
  z.object({
    ...{ id: z.coerce.number(), data: z.unknown(), attempt: z.number() },
    age: z.coerce.number(),
  }),
);
const ownerRows = z.array(z.object({ owner: z.string() }));

/** Writes the outcome of an attempt in the transaction that ends its lease. */
type RecordOutcome = (queries: Queries) => Promise<void>;

/** Begins with the next job of a leased key; undefined when there is none. */
export async function beginAttempt(
  { database }: Jobs,
  { name, keeps }: JobQueue,
  { key }: Lease,
): Promise<Attempt | undefined> {
  const order = keeps === 'newest' ? 'DESC' : 'ASC';
  // Ordered as the index is, so that it is used.
  const rows = await database.query(
    `UPDATE rustward.jobs SET attempts = attempts + 1 WHERE id = (
       SELECT id FROM rustward.jobs WHERE lane = $1 AND key = $2 AND failed_at IS NULL
       ORDER BY lane ${order}, key ${order}, id ${order} LIMIT 1
     ) RETURNING id, data, attempts AS attempt, extract(epoch FROM now() - created_at) AS age`,
    [name, key],
  );
  return attemptRows.parse(rows)[0];
}

/** Whether a newer job of the key has come, which replaces this one. */
export async function isSuperseded({ database }: Jobs, lease: Lease, id: number): Promise<boolean> {
  const rows = await database.query(
    `SELECT 1 FROM rustward.jobs WHERE lane = $1 AND key = $2 AND id > $3
     AND failed_at IS NULL LIMIT 1`,
    [lease.lane, lease.key, id],
  );
  return rows.length > 0;
}

/** Whether a job was thrown away while it was at work: it is not wanted any more. */
export async function isWithdrawn({ database }: Jobs, id: number): Promise<boolean> {
  const rows = await database.query('SELECT 1 FROM rustward.jobs WHERE id = $1', [id]);
  return rows.length === 0;
}

/** Ends a lease whose job is done, or has been replaced, along with what it has replaced itself. */
export function finishJob(jobs: Jobs, queue: JobQueue, lease: Lease, id: number): Promise<boolean> {
  return endLease(jobs, lease, async (queries) => {
    if (queue.keeps === 'newest') {
      const text = 'DELETE FROM rustward.jobs WHERE lane = $1 AND key = $2 AND id <= $3';
      await queries.query(text, [lease.lane, lease.key, id]);
    } else {
      await queries.query('DELETE FROM rustward.jobs WHERE id = $1', [id]);
    }
  });
}

/** Ends a lease whose job was interrupted; it keeps its attempts, and is leased again. */
export function releaseJob(jobs: Jobs, lease: Lease, id: number): Promise<boolean> {
  return endLease(jobs, lease, async (queries) => {
    await queries.query('UPDATE rustward.jobs SET attempts = attempts - 1 WHERE id = $1', [id]);
  });
}

/** Ends a lease whose job failed: it is not tried again, unless a person wants it. */
export function failJob(jobs: Jobs, lease: Lease, id: number, problem: string): Promise<boolean> {
  return endLease(jobs, lease, async (queries) => {
    await queries.query('UPDATE rustward.jobs SET failed_at = now(), problem = $2 WHERE id = $1', [
      id,
      problem,
    ]);
  });
}

/** Ends a lease without a job. */
export function endIdleLease(jobs: Jobs, lease: Lease): Promise<boolean> {
  return endLease(jobs, lease, () => Promise.resolve());
}

/** Has a job tried again later. One that is `free` gets its attempt back. */
export async function retryJobLater(
  { database, leases }: Jobs,
  lease: Lease,
  id: number,
  { problem, free }: { readonly problem: string; readonly free: boolean },
): Promise<boolean> {
  return await database.transaction(async (queries) => {
    await leases.lock(queries, [lease]);
    if (!(await leases.postpone(queries, lease))) return false;
    await queries.query(
      'UPDATE rustward.jobs SET problem = $2, attempts = attempts - $3 WHERE id = $1',
      [id, problem, free ? 1 : 0],
    );
    return true;
  });
}

/** Ends a lease, and queues the key again when it has another job. */
async function endLease(jobs: Jobs, lease: Lease, recordOutcome: RecordOutcome): Promise<boolean> {
  const { database, leases } = jobs;
  const { lane, key } = lease;
  let hasMore = false;
  const isOurs = await database.transaction(async (queries) => {
    await leases.lock(queries, [lease]);
    if (!(await leases.release(queries, lease))) return false;
    await recordOutcome(queries);
    const rows = await queries.query(
      'SELECT owner FROM rustward.jobs WHERE lane = $1 AND key = $2 AND failed_at IS NULL LIMIT 1',
      [lane, key],
    );
    const [next] = ownerRows.parse(rows);
    if (next !== undefined) await leases.request(queries, [{ lane, key, owner: next.owner }]);
    hasMore = next !== undefined;
    return true;
  });
  if (hasMore) wakeWorkers(jobs, [lease]);
  return isOurs;
}
