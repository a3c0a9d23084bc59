import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databasePlaceOf } from '../github/app/settings.ts';
import { QUEUES, SILENCE_SECONDS } from '../github/commands/queues.ts';
import { openDatabase } from '../jobs/database/open-database.ts';
import { connectAdminSocket, type JobsAdmin, localJobsAdmin } from '../jobs/queue/admin-socket.ts';
import { openJobs } from '../jobs/queue/jobs.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';

interface OpenedAccess {
  readonly access: JobsAdmin;
  close(): Promise<void>;
}

/** Finds the jobs of the App: in the process that has them open, or in their database. */
export async function openJobsAccess(env: ProcessEnvironment): Promise<OpenedAccess> {
  const place = databasePlaceOf(env);
  if (place.url === undefined) {
    const access = await connectAdminSocket(place.folder);
    if (access !== undefined) return { access, close: () => Promise.resolve() };
    if (!existsSync(join(place.folder, 'pglite')))
      return { access: NO_JOBS, close: () => Promise.resolve() };
  }
  const database = await openDatabase(place);
  const jobs = await openJobs(database, {
    queues: QUEUES,
    silenceSeconds: SILENCE_SECONDS,
    onProblem: () => {},
  });
  return {
    access: localJobsAdmin(jobs),
    async close() {
      await jobs.leases.close();
      await database.close();
    },
  };
}

/** Where the App never ran. */
const NO_JOBS: JobsAdmin = {
  state: () => Promise.resolve({ backlogs: [], failed: [] }),
  retry: () => Promise.resolve(0),
};
