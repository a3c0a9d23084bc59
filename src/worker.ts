import { type Tracer, trace } from '@opentelemetry/api';
import { UsageError } from './errors.ts';
import { appHandlers } from './github/app/handlers.ts';
import { startJobWorkers } from './github/app/job-workers.ts';
import { openMetricsServer } from './github/app/metrics-server.ts';
import { type CommandHandlers, runCommand } from './github/app/run-command.ts';
import { loadWorkerSettings, type WorkerSettings } from './github/app/settings.ts';
import { QUEUES, SILENCE_SECONDS } from './github/commands/queues.ts';
import { openDatabase } from './jobs/database/open-database.ts';
import { type Jobs, loadBacklogs, openJobs } from './jobs/queue/jobs.ts';
import { type AppTelemetry, openAppTelemetry } from './telemetry/app-telemetry.ts';
import { tracedJobs } from './telemetry/app-traces.ts';
import type { ProcessEnvironment } from './workspace/process/process-environment.ts';
import { loadVersion } from './workspace/version.ts';

export interface WorkerOptions {
  readonly env: ProcessEnvironment;
  /** How many reviews at the same time. */
  readonly reviews: number;
  /** Another program than our own isolated worker, for tests. */
  readonly workerCommand?: readonly [string, ...string[]];
  /** Other handlers than those of the App, for tests and benchmarks. */
  readonly handlers?: CommandHandlers;
}

/** What a process of the App stands on. */
export interface Services {
  readonly jobs: Jobs;
  readonly telemetry: AppTelemetry;
  close(): Promise<void>;
}

/** Opens the log, the metrics and the jobs of a process of the App. */
export async function openServices(
  { env }: Pick<WorkerOptions, 'env'>,
  settings: WorkerSettings,
  secrets: readonly string[] = [],
): Promise<Services> {
  let jobs: Jobs | undefined;
  const telemetry = openAppTelemetry(
    [settings.privateKey, ...secrets, ...settings.noticeReceivers.map(({ address }) => address)],
    env['LOG_LEVEL'] || 'info',
    async () => (jobs === undefined ? [] : await loadBacklogs(jobs)),
    tracer(),
  );
  const database = await openDatabase(settings.database);
  try {
    jobs = await openJobs(database, {
      queues: QUEUES,
      silenceSeconds: SILENCE_SECONDS,
      onProblem: (problem) => telemetry.problem('the queue has a problem', `${problem}`),
    });
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  const { leases } = jobs;
  return {
    ...{ jobs, telemetry },
    async close() {
      await leases.close();
      await database.close();
    },
  };
}

/** Of OpenTelemetry; it does nothing where no SDK is registered. */
function tracer(): Tracer {
  return trace.getTracer('rustward', loadVersion());
}

/** Begins to carry commands out. Returns what ends that. */
export function startCommandWorkers(
  { handlers, env, reviews, workerCommand }: WorkerOptions,
  settings: WorkerSettings,
  { jobs, telemetry }: Services,
): () => Promise<void> {
  const ending = new AbortController();
  const app =
    handlers === undefined
      ? appHandlers(settings, env, jobs, telemetry, ending.signal, workerCommand)
      : { handlers, onDied: () => Promise.resolve() };
  const { job: onEvent } = telemetry;
  const stop = startJobWorkers(jobs, {
    ...{
      run: tracedJobs(tracer(), runCommand(app.handlers)),
      onDied: app.onDied,
      reviews,
      onEvent,
    },
  });
  return async () => {
    const stopped = stop();
    ending.abort();
    await stopped;
  };
}

/**
 * `rustward worker`: carries out what the App has accepted.
 * @returns what ends it
 * @throws UsageError when a setting is wrong
 */
export async function openWorker(options: WorkerOptions): Promise<() => Promise<void>> {
  const settings = loadWorkerSettings(options.env);
  if (settings.database.url === undefined) {
    const why = 'without it the App keeps its jobs to itself, and carries them out itself';
    throw new UsageError(`a worker needs the DATABASE_URL of the App: ${why}`);
  }
  const services = await openServices(options, settings);
  const { log, metrics } = services.telemetry;
  const { host, metricsPort } = settings;
  const server =
    metricsPort === undefined
      ? undefined
      : await openMetricsServer({ host, port: metricsPort }, metrics).catch(async (thrown) => {
          await services.close();
          throw thrown;
        });
  const stop = startCommandWorkers(options, settings, services);
  log.info({ reviews: options.reviews, metrics: server?.url }, 'worker started');
  return async () => {
    await server?.close();
    await stop();
    await services.close();
  };
}
