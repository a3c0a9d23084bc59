import { messageOf } from './errors.ts';
import { acceptEvent } from './github/app/accept-event.ts';
import { catchUpMigrations } from './github/app/catch-up.ts';
import { type Chore, startChores } from './github/app/chores.ts';
import { followSchedules } from './github/app/schedule.ts';
import { readServerSettings } from './github/app/settings.ts';
import { sweepDeliveries } from './github/app/sweep.ts';
import { openAppAccess } from './github/app/tokens.ts';
import { openWebServer } from './github/app/web-server.ts';
import { jobOf } from './github/lanes.ts';
import { markerKey } from './github/marker.ts';
import { deliveryAcceptance } from './jobs/deliveries.ts';
import { openDoor } from './jobs/door.ts';
import { addJobs } from './jobs/jobs.ts';
import { readMark, writeMark } from './jobs/marks.ts';
import { tidyJobs } from './jobs/tidy.ts';
import { SYSTEM_CLOCK } from './model/clock.ts';
import { openGround, startWork, type WorkerOptions } from './worker.ts';

/** The mark of a database whose App has looked at all that is on GitHub since it was made. */
const CAUGHT_UP = 'caught up with migrations';

export interface AppOptions extends WorkerOptions {
  /** Whether commands are carried out in this process, too. */
  readonly works: boolean;
}

export interface RunningApp {
  readonly url: string;
  /** Takes no more webhooks, stops what is under way, and ends. */
  close(): Promise<void>;
}

/**
 * `rustward app`: takes webhooks, and carries out what they ask for.
 * @throws UsageError when a setting is wrong; IncompleteError when it cannot listen
 */
export async function openApp(options: AppOptions): Promise<RunningApp> {
  const settings = readServerSettings(options.env);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const ground = await openGround(options, settings, [settings.webhookSecret]);
    closers.push(ground.close);
    const { jobs, telemetry } = ground;
    const { database } = jobs;
    if (database.kind === 'pglite') closers.push(await openDoor(jobs, settings.dataFolder));
    if (options.works) closers.push(startWork(options, settings, ground));
    const accept = deliveryAcceptance(jobs);
    const server = await openWebServer({
      settings,
      log: telemetry.log,
      accept: (event) => acceptEvent(event, settings.appId, accept, telemetry.delivery),
      async ready() {
        await database.query('SELECT 1');
      },
      metrics: telemetry.metrics,
    });
    const access = openAppAccess(settings);
    const { app } = access;
    const shared = { access, clock: SYSTEM_CLOCK, markerKey: markerKey(settings.privateKey) };
    const scheduled = (id: number) => `schedule followed ${id}`;
    const chores: Chore[] = [
      { name: 'tidying up', run: () => tidyJobs(jobs) },
      { name: 'the sweep', run: async () => telemetry.sweep(await sweepDeliveries(app, jobs)) },
      {
        name: 'catching up with migrations',
        async run(signal) {
          if ((await readMark(database, CAUGHT_UP)) !== undefined) return;
          const started = new Date();
          const problems = await catchUpMigrations({
            ...{ ...shared, signal },
            request: (command) => addJobs(jobs, [jobOf(command)]),
          });
          for (const one of problems) telemetry.problem('a migration could not be looked at', one);
          if (problems.length === 0) await writeMark(database, CAUGHT_UP, started);
        },
      },
      {
        name: 'the schedule of migrations',
        async run(signal) {
          const problems = await followSchedules({
            ...{ ...shared, signal },
            lastBegun: (id) => readMark(database, scheduled(id)),
            async begin(command) {
              await addJobs(jobs, [jobOf(command)]);
              const { repository, created } = command;
              await writeMark(database, scheduled(repository.id), new Date(created));
            },
          });
          for (const one of problems) telemetry.problem('a schedule could not be followed', one);
        },
      },
    ];
    closers.push(startChores(chores, telemetry.problem), server.close);
    telemetry.log.info({ url: server.url, database: database.kind }, 'app started');
    return { url: server.url, close };
  } catch (thrown) {
    await close().catch((also: unknown) => process.stderr.write(`${messageOf(also)}\n`));
    throw thrown;
  }
}
