import { UsageError } from './errors.ts';
import { appHandlers } from './github/app/handlers.ts';
import {
  type Environment,
  readWorkerSettings,
  type WorkerSettings,
} from './github/app/settings.ts';
import { startWorkers } from './github/app/workers.ts';
import { type Handlers, runCommand } from './github/handle-command.ts';
import { LANES, SILENCE_SECONDS } from './github/lanes.ts';
import { backlogs, type Jobs, openJobs } from './jobs/jobs.ts';
import { openDatabase } from './jobs/open-database.ts';
import { type AppTelemetry, openAppTelemetry } from './telemetry/app-telemetry.ts';

export interface WorkerOptions {
  readonly env: Environment;
  /** How many reviews at the same time. */
  readonly reviews: number;
  /** Another reader than our own, for tests. */
  readonly readerCommand?: readonly [string, ...string[]];
  /** Other handlers than those of the App, for tests and benchmarks. */
  readonly handlers?: Handlers;
}

/** What a process of the App stands on. */
export interface Ground {
  readonly jobs: Jobs;
  readonly telemetry: AppTelemetry;
  close(): Promise<void>;
}

/** Opens the log, the metrics and the jobs of a process of the App. */
export async function openGround(
  { env }: Pick<WorkerOptions, 'env'>,
  settings: WorkerSettings,
  secrets: readonly string[] = [],
): Promise<Ground> {
  let jobs: Jobs | undefined;
  const telemetry = openAppTelemetry(
    [settings.privateKey, ...secrets],
    env['LOG_LEVEL'] || 'info',
    async () => (jobs === undefined ? [] : await backlogs(jobs)),
  );
  const database = await openDatabase(settings.database);
  try {
    jobs = await openJobs(database, {
      lanes: LANES,
      silenceSeconds: SILENCE_SECONDS,
      onProblem: (problem) => telemetry.problem('the queue has a problem', `${problem}`),
    });
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  const { turns } = jobs;
  return {
    ...{ jobs, telemetry },
    async close() {
      await turns.close();
      await database.close();
    },
  };
}

/** Begins to carry commands out. Returns what ends that. */
export function startWork(
  { handlers, env, reviews, readerCommand }: WorkerOptions,
  settings: WorkerSettings,
  { jobs, telemetry }: Ground,
): () => Promise<void> {
  const app =
    handlers === undefined
      ? appHandlers(settings, env, jobs, readerCommand)
      : { handlers, onDied: () => Promise.resolve() };
  const { job: onEvent } = telemetry;
  return startWorkers(jobs, {
    ...{ run: runCommand(app.handlers), onDied: app.onDied, reviews, onEvent },
  });
}

/**
 * `rustward worker`: carries out what the App has accepted.
 * @returns what ends it
 * @throws UsageError when a setting is wrong
 */
export async function openWorker(options: WorkerOptions): Promise<() => Promise<void>> {
  const settings = readWorkerSettings(options.env);
  if (settings.database.url === undefined) {
    const why = 'without it the App keeps its jobs to itself, and carries them out itself';
    throw new UsageError(`a worker needs the DATABASE_URL of the App: ${why}`);
  }
  const ground = await openGround(options, settings);
  const stop = startWork(options, settings, ground);
  ground.telemetry.log.info({ reviews: options.reviews }, 'worker started');
  return async () => {
    await stop();
    await ground.close();
  };
}
