import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandSchema } from '../src/github/commands/command.ts';
import { jobOf, QUEUES, SILENCE_SECONDS } from '../src/github/commands/queues.ts';
import { openDatabase } from '../src/jobs/database/open-database.ts';
import { addJobs, loadBacklogs, openJobs } from '../src/jobs/queue/jobs.ts';
import { startChild } from './app-child.ts';

export interface Throughput {
  readonly workers: number;
  readonly jobs: number;
  readonly seconds: number;
  readonly perSecond: number;
}

const JOBS = 400;
const JOB_MS = 100;

/** How long workers take for jobs that take a fixed time each, two at a time in each worker. */
export async function throughput(url: string, workers: number): Promise<Throughput> {
  const place = { url, folder: tmpdir() };
  const database = await openDatabase(place);
  const jobs = await openJobs(database, {
    queues: QUEUES,
    silenceSeconds: SILENCE_SECONDS,
    onProblem: () => {},
  });
  const args = ['worker', `${JOB_MS}`, '2'];
  const children = await Promise.all(
    Array.from({ length: workers }, () => startChild(place, args)),
  );
  const added = Array.from({ length: JOBS }, (_, n) =>
    jobOf(
      commandSchema.parse({
        ...{ kind: 'review-pull-request', installation: 1, pull: n + 1, head: 'a'.repeat(40) },
        ...{ repository: { id: 1, owner: 'ada', name: 'demo' }, reason: 'opened' },
      }),
    ),
  );
  const start = performance.now();
  await addJobs(jobs, added);
  while ((await loadBacklogs(jobs)).some(({ waiting }) => waiting > 0)) await sleep(50);
  const seconds = (performance.now() - start) / 1000;
  for (const child of children) await child.end();
  await jobs.leases.close();
  await database.close();
  const round = (number: number) => Math.round(number * 10) / 10;
  return { workers, jobs: JOBS, seconds: round(seconds), perSecond: round(JOBS / seconds) };
}
