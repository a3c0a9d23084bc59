import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openDatabase } from '../../../src/jobs/database/open-database.ts';
import { startJobWorker } from '../../../src/jobs/queue/job-worker.ts';
import { addJobs, loadBacklogs, openJobs } from '../../../src/jobs/queue/jobs.ts';
import type { JobQueue } from '../../../src/jobs/queue/queue.ts';
import { eventually } from '../../support/eventually.ts';

// A process for tests to kill: adds jobs, when asked to, and does what there is to do. Writes the
// number of each job that it has done to a file, and ends when nothing is left.

const [placeText = '', log = '', add = '0'] = process.argv.slice(2);
const { folder, url } = z
  .object({ folder: z.string(), url: z.string().optional() })
  .parse(JSON.parse(placeText));
const lane: JobQueue = { name: 'every', keeps: 'every', attempts: 20, retrySeconds: 1 };
const database = await openDatabase({ folder, ...(url !== undefined && { url }) });
const jobs = await openJobs(database, { queues: [lane], silenceSeconds: 10, onProblem: () => {} });
const added = Array.from({ length: Number(add) }, (_, n) => {
  return { lane: 'every', key: `key ${n % 10}`, owner: 'ada', data: { n } };
});
await addJobs(jobs, added);
process.stdout.write('ready\n');
const worker = startJobWorker(jobs, {
  queue: lane,
  concurrency: 4,
  pollMilliseconds: 50,
  onEvent: () => {},
  async run(data) {
    await sleep(20);
    appendFileSync(log, `${z.object({ n: z.number() }).parse(data).n}\n`);
  },
});
await eventually(
  async () => {
    const left = (await loadBacklogs(jobs)).filter(({ waiting }) => waiting > 0);
    if (left.length > 0) throw new Error('there is more to do');
  },
  600_000,
  100,
);
await worker.stop(1000);
await jobs.leases.close();
await database.close();
