import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import type { DatabaseSettings } from '../../../src/jobs/database/open-database.ts';
import { openDeliveryAcceptance } from '../../../src/jobs/queue/deliveries.ts';
import { SHORT_LIVED } from '../../support/compiled.ts';
import { onEachDatabase, onPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { every, job, openedJobs } from '../../support/opened-jobs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('./worker-program.ts', import.meta.url));

/** Starts a worker in a process of its own; resolves when it is at work. */
async function startProgram(place: DatabaseSettings, log: string, add = 0): Promise<ChildProcess> {
  const args = [PROGRAM, JSON.stringify(place), log, String(add)];
  const program = spawn(process.execPath, [...SHORT_LIVED, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(program.stdout, 'data');
  return program;
}

onEachDatabase((databases) => {
  test('of jobs whose worker is killed again and again, none is lost', async () => {
    const place = await databases.place();
    const log = join(temporaryFolder(), 'done');
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const done = () => readFileSync(log, 'utf8').split('\n').filter(Boolean).map(Number);
    writeFileSync(log, '');
    for (const [round, least] of [0, 7, 20].entries()) {
      const program = await startProgram(place, log, round === 0 ? numbers.length : 0);
      await eventually(() => expect(done().length).toBeGreaterThanOrEqual(least), 90_000);
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
    expect(new Set(done()).size).toBeLessThan(numbers.length);
    const last = await startProgram(place, log);
    expect(await once(last, 'exit')).toEqual([0, null]);
    expect([...new Set(done())].sort((left, right) => left - right)).toEqual(numbers);
    // Only what was under way when a worker was killed is done twice.
    expect(done().length).toBeLessThanOrEqual(numbers.length + 3 * 4);
  });
});

onPostgres((databases) => {
  test('a database that is gone for seconds is waited for', async () => {
    const { jobs, work, idle, events } = await openedJobs(databases);
    const accept = openDeliveryAcceptance(jobs);
    const delivery = (id: string) => ({ id, event: 'push', jobs: [job(every, id)] });
    const done: string[] = [];
    let proceed = () => {};
    work(every, async (_data, { attempt }) => {
      await new Promise<void>((resolve) => {
        proceed = resolve;
      });
      done.push(`attempt ${attempt}`);
    });
    await accept(delivery('before'));
    await eventually(() => expect(events).toMatchObject([{ kind: 'started' }]));
    await databases.server().stop();
    await expect(accept(delivery('meanwhile'))).rejects.toThrow();
    // It ends while the database cannot be told.
    proceed();
    await eventually(() => expect(done).toHaveLength(1));
    await eventually(() =>
      expect(events).toContainEqual(expect.objectContaining({ kind: 'problem' })),
    );
    await databases.server().start();
    await eventually(() =>
      expect(events).toContainEqual(expect.objectContaining({ kind: 'ended', outcome: 'done' })),
    );
    await eventually(async () => expect(await accept(delivery('after'))).toBe(true));
    await eventually(() => {
      proceed();
      expect(done).toHaveLength(2);
    });
    await idle();
    expect(done).toEqual(['attempt 1', 'attempt 1']);
  });
});
