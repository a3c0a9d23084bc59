import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { IncompleteError, messageOf } from '../errors.ts';
import { errorCode } from '../workspace/error-code.ts';
import { failedJobs, failedJobsSchema, retryFailedJobs } from './failed-jobs.ts';
import { backlogs, backlogsSchema, type Jobs } from './jobs.ts';

// PGlite belongs to one process. Others of the same user reach its jobs through a socket beside it,
// in a folder that only this user may enter.

/** How much there is to do, and what was given up. */
const jobsStateSchema = z.object({ backlogs: backlogsSchema, failed: failedJobsSchema });

export type JobsState = z.infer<typeof jobsStateSchema>;

/** What a person can do with jobs. */
export interface JobsAccess {
  state(): Promise<JobsState>;
  /** Has one of those that were given up tried again, or all; returns how many. */
  retry(id?: number): Promise<number>;
}

export function jobsAccess(jobs: Jobs): JobsAccess {
  return {
    state: async () => ({ backlogs: await backlogs(jobs), failed: await failedJobs(jobs) }),
    retry: (id) => retryFailedJobs(jobs, id),
  };
}

const socketOf = (folder: string) => join(folder, 'jobs.socket');

const retrySchema = z.object({ id: z.number().optional() });
const retriedSchema = z.object({ count: z.number() });

/** Lets other processes at the jobs of this one. Returns what ends that. */
export async function openDoor(jobs: Jobs, folder: string): Promise<() => Promise<void>> {
  const socket = socketOf(folder);
  const access = jobsAccess(jobs);
  const server = createServer((incoming, response) => {
    const answer = async () => {
      if (incoming.method === 'GET') return await access.state();
      const { id } = retrySchema.parse(JSON.parse(await text(incoming)));
      return { count: await access.retry(id) };
    };
    answer().then(
      (value) => response.end(JSON.stringify(value)),
      (thrown: unknown) => response.writeHead(500).end(messageOf(thrown)),
    );
  });
  // The folder is this process's own: what is there was left by one that died.
  rmSync(socket, { force: true });
  server.listen(socket);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

/** The jobs of the process that has a folder open; undefined when there is none. */
export async function findDoor(folder: string): Promise<JobsAccess | undefined> {
  const access: JobsAccess = {
    state: async () => jobsStateSchema.parse(await ask(folder, 'GET')),
    retry: async (id) => retriedSchema.parse(await ask(folder, 'POST', { id })).count,
  };
  try {
    await access.state();
    return access;
  } catch (thrown) {
    if (['ENOENT', 'ECONNREFUSED'].includes(errorCode(thrown) ?? '')) return undefined;
    throw thrown;
  }
}

async function ask(folder: string, method: string, body?: object): Promise<unknown> {
  const asked = request({ socketPath: socketOf(folder), method, path: '/' });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(asked, 'response');
  const said = await text(response);
  if (response.statusCode !== 200) throw new IncompleteError(`the App could not do this: ${said}`);
  return JSON.parse(said);
}
