import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, readDatabasePlace } from '../github/app/settings.ts';
import { LANES, SILENCE_SECONDS } from '../github/lanes.ts';
import { findDoor, type JobsAccess, jobsAccess } from '../jobs/door.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openDatabase } from '../jobs/open-database.ts';

interface OpenedAccess {
  readonly access: JobsAccess;
  close(): Promise<void>;
}

/** Finds the jobs of the App: in the process that has them open, or in their database. */
export async function openJobsAccess(env: Environment): Promise<OpenedAccess> {
  const place = readDatabasePlace(env);
  if (place.url === undefined) {
    const access = await findDoor(place.folder);
    if (access !== undefined) return { access, close: () => Promise.resolve() };
    if (!existsSync(join(place.folder, 'pglite')))
      return { access: NONE, close: () => Promise.resolve() };
  }
  const database = await openDatabase(place);
  const jobs = await openJobs(database, {
    lanes: LANES,
    silenceSeconds: SILENCE_SECONDS,
    onProblem: () => {},
  });
  return {
    access: jobsAccess(jobs),
    async close() {
      await jobs.turns.close();
      await database.close();
    },
  };
}

/** Where the App never ran. */
const NONE: JobsAccess = {
  state: () => Promise.resolve({ backlogs: [], failed: [] }),
  retry: () => Promise.resolve(0),
};
