import { z } from 'zod';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Queries } from '../database/database.ts';
import { deleteReviews } from '../database/review-history.ts';
import { batchWrites } from './batch-writes.ts';
import { deleteEndedJobs, type EndedJobs } from './ended-jobs.ts';
import { insertJobs, type Jobs, wakeWorkers } from './jobs.ts';
import type { NewJob } from './queue.ts';

/** Something that was brought to us from outside, perhaps more than once, with what is made of it. */
interface Delivery {
  /** The same for each time it is brought. */
  readonly id: string;
  readonly event: string;
  readonly jobs: readonly NewJob[];
  /** What it ends; its own jobs come after that. */
  readonly ended?: EndedJobs;
}

/**
 * Writes down that a delivery has come, and its jobs: both, or none. When it returns, they survive
 * the end of this process. False when it has come before, and nothing is to be done.
 */
export type AcceptDelivery = (delivery: Delivery) => Promise<boolean>;

/** GitHub redelivers a webhook for less long than this. */
const RETENTION_DAYS = 7;

const MAX_BATCH = 100;

/** What accepts deliveries; those that come at the same time share a transaction. */
export function openDeliveryAcceptance(jobs: Jobs): AcceptDelivery {
  return batchWrites(MAX_BATCH, async (take: () => readonly Delivery[]) => {
    const { deliveries, accepted } = await jobs.database.transaction(async (queries) => {
      const taken = take();
      return { deliveries: taken, accepted: await acceptAll(jobs, queries, taken) };
    });
    wakeWorkers(
      jobs,
      accepted.flatMap(({ jobs: added }) => added),
    );
    const left = new Set(accepted.map(({ id }) => id));
    return deliveries.map(({ id }) => left.delete(id));
  });
}

/** Those of the deliveries that have not come before, written down. */
async function acceptAll(
  jobs: Jobs,
  queries: Queries,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> {
  const unique = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  // In one order, so that two processes that accept the same do not wait for each other.
  const ordered = [...unique.values()].sort((left, right) => byBytes(left.id, right.id));
  const rows = await queries.query(
    `INSERT INTO rustward.deliveries (id, event) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT DO NOTHING RETURNING id`,
    [ordered.map(({ id }) => id), ordered.map(({ event }) => event)],
  );
  const isNew = new Set(idRows.parse(rows).map(({ id }) => id));
  const accepted = [...unique.values()].filter(({ id }) => isNew.has(id));
  for (const { ended } of accepted) {
    if (ended === undefined) continue;
    await deleteEndedJobs(queries, ended);
    if (ended.forgets === true) await deleteReviews(queries, ended);
  }
  const added = accepted.flatMap((delivery) => delivery.jobs);
  await insertJobs(jobs, queries, added);
  return accepted;
}

const idRows = z.array(z.object({ id: z.string() }));

/** Whether a delivery has come. */
export async function isDelivered({ database }: Jobs, id: string): Promise<boolean> {
  const rows = await database.query('SELECT 1 FROM rustward.deliveries WHERE id = $1', [id]);
  return rows.length > 0;
}

/** Forgets deliveries that cannot come again. */
export async function deleteOldDeliveries({ database }: Jobs): Promise<void> {
  await database.query(
    `DELETE FROM rustward.deliveries WHERE received_at < now() - interval '${RETENTION_DAYS} days'`,
  );
}
