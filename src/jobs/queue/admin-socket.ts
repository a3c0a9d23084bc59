import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { IncompleteError, messageOf } from '../../errors.ts';
import { errorCode } from '../../workspace/files/error-code.ts';
import { failedJobsSchema, loadFailedJobs, retryFailedJobs } from './failed-jobs.ts';
import { backlogsSchema, type Jobs, loadBacklogs } from './jobs.ts';

// PGlite belongs to one process. Others of the same user reach its jobs through a socket beside it,
// in a folder that only this user may enter.

/** How much there is to do, and what was given up. */
const jobsStateSchema = z.object({ backlogs: backlogsSchema, failed: failedJobsSchema });

export type JobsState = z.infer<typeof jobsStateSchema>;

/** What a person can do with jobs. */
export interface JobsAdmin {
  state(): Promise<JobsState>;
  /** Has one of those that were given up tried again, or all; returns how many. */
  retry(id?: number): Promise<number>;
}

export function localJobsAdmin(jobs: Jobs): JobsAdmin {
  return {
    state: async () => ({ backlogs: await loadBacklogs(jobs), failed: await loadFailedJobs(jobs) }),
    retry: (id) => retryFailedJobs(jobs, id),
  };
}

const socketOf = (folder: string) => join(folder, 'jobs.socket');

const retrySchema = z.object({ id: z.number().optional() });
const retriedSchema = z.object({ count: z.number() });

/** Serves the jobs of this process to others of its user. Returns what stops that. */
export async function openAdminSocket(jobs: Jobs, folder: string): Promise<() => Promise<void>> {
  const socket = socketOf(folder);
  const admin = localJobsAdmin(jobs);
  const server = createServer((incoming, response) => {
    const answer = async () => {
      if (incoming.method === 'GET') return await admin.state();
      const { id } = retrySchema.parse(JSON.parse(await text(incoming)));
      return { count: await admin.retry(id) };
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
export async function connectAdminSocket(folder: string): Promise<JobsAdmin | undefined> {
  const admin: JobsAdmin = {
    state: async () => jobsStateSchema.parse(await sendRequest(folder, 'GET')),
    retry: async (id) => retriedSchema.parse(await sendRequest(folder, 'POST', { id })).count,
  };
  try {
    await admin.state();
    return admin;
  } catch (thrown) {
    if (['ENOENT', 'ECONNREFUSED'].includes(errorCode(thrown) ?? '')) return undefined;
    throw thrown;
  }
}

async function sendRequest(folder: string, method: string, body?: object): Promise<unknown> {
  const asked = request({ socketPath: socketOf(folder), method, path: '/' });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(asked, 'response');
  const said = await text(response);
  if (response.statusCode !== 200) throw new IncompleteError(`the App could not do this: ${said}`);
  return JSON.parse(said);
}
