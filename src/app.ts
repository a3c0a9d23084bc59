import { messageOf } from './errors.ts';
import { openAppClients } from './github/api/app-clients.ts';
import { watchGrants } from './github/app/grants-watch.ts';
import { type PeriodicTask, startPeriodicTasks } from './github/app/periodic-tasks.ts';
import { recoverMigrations } from './github/app/recover-migrations.ts';
import { redeliverFailed } from './github/app/redeliver-failed.ts';
import { followSchedules } from './github/app/schedule.ts';
import { scheduleMarks } from './github/app/schedule-marks.ts';
import { loadServerSettings } from './github/app/settings.ts';
import { openWebServer } from './github/app/web-server.ts';
import { jobOf } from './github/commands/queues.ts';
import { serveOverview } from './github/overview/serve-overview.ts';
import { markerKey } from './github/text/marker.ts';
import { acceptEvent } from './github/webhooks/accept-event.ts';
import { mayChangeGrants } from './github/webhooks/installation.ts';
import { loadWatermark, saveWatermark } from './jobs/database/watermarks.ts';
import { openAdminSocket } from './jobs/queue/admin-socket.ts';
import { openDeliveryAcceptance } from './jobs/queue/deliveries.ts';
import { addJobs } from './jobs/queue/jobs.ts';
import { vacuumJobs } from './jobs/queue/vacuum.ts';
import { SYSTEM_CLOCK } from './model/clock.ts';
import { openServices, startCommandWorkers, type WorkerOptions } from './worker.ts';

/** The mark of a database whose App has looked at all that is on GitHub since it was made. */
const CAUGHT_UP_WATERMARK = 'caught up with migrations';

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
  const settings = loadServerSettings(options.env);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const services = await openServices(options, settings, [
      settings.webhookSecret,
      ...(settings.signIn === undefined ? [] : [settings.signIn.clientSecret]),
    ]);
    closers.push(services.close);
    const { jobs, telemetry } = services;
    const { database } = jobs;
    if (database.kind === 'pglite') closers.push(await openAdminSocket(jobs, settings.dataFolder));
    if (options.works) closers.push(startCommandWorkers(options, settings, services));
    const accept = openDeliveryAcceptance(jobs);
    const ending = new AbortController();
    const access = openAppClients(settings, { signal: ending.signal });
    const lookAtGrants = watchGrants(access, ({ text, advice, needed }) =>
      telemetry.log[needed ? 'error' : 'warn']({ advice }, text),
    );
    let lastLook = Promise.resolve();
    // GitHub does not wait for it.
    const lookAtGrantsSoon = () => {
      lastLook = lookAtGrants().catch((thrown: unknown) => {
        if (!ending.signal.aborted)
          telemetry.problem('looking at what is granted failed', messageOf(thrown));
      });
    };
    const { signIn } = settings;
    const overview =
      signIn &&
      serveOverview({
        ...{ ...settings, ...signIn, database, clock: SYSTEM_CLOCK, now: Date.now },
        onSignIn: (login) => telemetry.log.info({ login }, 'signed in'),
        onProblem: telemetry.problem,
      });
    const server = await openWebServer({
      settings,
      log: telemetry.log,
      async accept(event) {
        const isNew = await acceptEvent(event, settings.appId, accept, telemetry.delivery);
        if (isNew && mayChangeGrants(event.name, event.payload)) lookAtGrantsSoon();
      },
      async ready() {
        await database.query('SELECT 1');
      },
      metrics: telemetry.metrics,
      ...(overview !== undefined && { overview }),
    });
    const shared = { access, clock: SYSTEM_CLOCK, markerKey: markerKey(settings.privateKey) };
    const periodicTasks: PeriodicTask[] = [
      { name: 'tidying up', run: () => vacuumJobs(jobs) },
      { name: 'the sweep', run: async () => telemetry.sweep(await redeliverFailed(access, jobs)) },
      { name: 'looking at what is granted', run: lookAtGrants },
      {
        name: 'catching up with migrations',
        async run(signal) {
          if ((await loadWatermark(database, CAUGHT_UP_WATERMARK)) !== undefined) return;
          const started = new Date();
          const problems = await recoverMigrations({
            ...{ ...shared, signal },
            request: (command) => addJobs(jobs, [jobOf(command)]),
          });
          for (const one of problems) telemetry.problem('a migration could not be looked at', one);
          if (problems.length === 0) await saveWatermark(database, CAUGHT_UP_WATERMARK, started);
        },
      },
      {
        name: 'the schedule of migrations',
        async run(signal) {
          const problems = await followSchedules({
            ...{ ...shared, ...scheduleMarks(jobs), signal },
          });
          for (const one of problems) telemetry.problem('a schedule could not be followed', one);
        },
      },
    ];
    const endTasks = startPeriodicTasks(periodicTasks, telemetry.problem);
    closers.push(async () => {
      const ended = endTasks();
      // What a task waits for: it would hold the end until GitHub answers, or is given up.
      ending.abort();
      await Promise.all([ended, lastLook]);
    }, server.close);
    telemetry.log.info({ url: server.url, database: database.kind }, 'app started');
    return { url: server.url, close };
  } catch (thrown) {
    await close().catch((also: unknown) => process.stderr.write(`${messageOf(also)}\n`));
    throw thrown;
  }
}
