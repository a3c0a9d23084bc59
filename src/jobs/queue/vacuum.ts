import { deleteOldDeliveries } from './deliveries.ts';
import { requestMissingLeases } from './failed-jobs.ts';
import type { Jobs } from './jobs.ts';

/**
 * What the tables need from time to time: every job its turn, old deliveries gone, and in PGlite,
 * which does not do this by itself, the space of what is gone and the numbers that plans are made by.
 */
export async function vacuumJobs(jobs: Jobs): Promise<void> {
  await requestMissingLeases(jobs);
  await deleteOldDeliveries(jobs);
  if (jobs.database.kind !== 'pglite') return;
  for (const table of ['rustward.jobs', 'rustward.deliveries', 'pgboss.job_common']) {
    await jobs.database.query(`VACUUM (ANALYZE) ${table}`);
  }
}
