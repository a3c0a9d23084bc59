import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, readDatabasePlace } from '../github/app/settings.ts';
import { LANES } from '../github/lanes.ts';
import { type FailedJobsAccess, findDoor } from '../jobs/door.ts';
import { failedJobs, retryFailedJobs } from '../jobs/failed-jobs.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openDatabase } from '../jobs/open-database.ts';

interface OpenedFailedJobs {
  readonly access: FailedJobsAccess;
  close(): Promise<void>;
}

/** Finds the jobs of the App: in the process that has them open, or in their database. */
export async function openFailedJobs(env: Environment): Promise<OpenedFailedJobs> {
  const place = readDatabasePlace(env);
  if (place.url === undefined) {
    const access = await findDoor(place.folder);
    if (access !== undefined) return { access, close: () => Promise.resolve() };
    if (!existsSync(join(place.folder, 'pglite')))
      return { access: NONE, close: () => Promise.resolve() };
  }
  const database = await openDatabase(place);
  const jobs = await openJobs(database, { lanes: LANES, silenceSeconds: 60, onProblem: () => {} });
  return {
    access: { list: () => failedJobs(jobs), retry: (id) => retryFailedJobs(jobs, id) },
    async close() {
      await jobs.turns.close();
      await database.close();
    },
  };
}

/** Where the App never ran. */
const NONE: FailedJobsAccess = { list: () => Promise.resolve([]), retry: () => Promise.resolve(0) };
