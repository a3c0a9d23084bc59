import { deleteOldDeliveries } from './deliveries.ts';
import { requestMissingLeases } from './failed-jobs.ts';
import type { Jobs } from './jobs.ts';

/**
 * Maintains the tables: queues jobs that have no entry in pg-boss, deletes old deliveries, and in
 * PGlite, which has no autovacuum, frees the space of deleted rows and updates the statistics.
 */
export async function vacuumJobs(jobs: Jobs): Promise<void> {
  await requestMissingLeases(jobs);
  await deleteOldDeliveries(jobs);
  if (jobs.database.kind !== 'pglite') return;
  for (const table of [
    ...['rustward.jobs', 'rustward.deliveries', 'rustward.reviews'],
    'pgboss.job_common',
  ]) {
    await jobs.database.query(`VACUUM (ANALYZE) ${table}`);
  }
}
