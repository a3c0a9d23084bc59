import { messageOf } from './errors.ts';
import { acceptEvent } from './github/app/accept-event.ts';
import { type Chore, startChores } from './github/app/chores.ts';
import { readServerSettings } from './github/app/settings.ts';
import { sweepDeliveries } from './github/app/sweep.ts';
import { openAppAccess } from './github/app/tokens.ts';
import { openWebServer } from './github/app/web-server.ts';
import { deliveryAcceptance } from './jobs/deliveries.ts';
import { openDoor } from './jobs/door.ts';
import { tidyJobs } from './jobs/tidy.ts';
import { openGround, startWork, type WorkerOptions } from './worker.ts';

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
    const { app } = openAppAccess(settings);
    const chores: Chore[] = [
      { name: 'tidying up', run: () => tidyJobs(jobs) },
      { name: 'the sweep', run: async () => telemetry.sweep(await sweepDeliveries(app, jobs)) },
    ];
    closers.push(startChores(chores, telemetry.problem), server.close);
    telemetry.log.info({ url: server.url, database: database.kind }, 'app started');
    return { url: server.url, close };
  } catch (thrown) {
    await close().catch((also: unknown) => process.stderr.write(`${messageOf(also)}\n`));
    throw thrown;
  }
}
