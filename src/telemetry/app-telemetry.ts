import type { Tracer } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Backlog } from '../jobs/queue/jobs.ts';
import { redactor } from '../model/redaction/redact.ts';
import { logObserver, openAppLog } from './app-log.ts';
import { openAppMetrics } from './app-metrics.ts';
import type { AppObserver } from './app-observer.ts';
import { appTraces } from './app-traces.ts';

export interface AppTelemetry extends AppObserver {
  readonly log: Logger;
  /** Metrics in the format of Prometheus. */
  metrics(): Promise<string>;
  /** Takes secrets out of a text. */
  redact(text: string): string;
}

/**
 * The log, the metrics and the traces of a process of the App.
 * @param secrets must be in no line
 * @param level as pino names them
 */
export function openAppTelemetry(
  secrets: readonly string[],
  level: string,
  backlogs: () => Promise<readonly Backlog[]>,
  tracer: Tracer,
): AppTelemetry {
  const redact = redactor(secrets);
  const log = openAppLog({ level, redact });
  const appLog = logObserver(log);
  const metrics = openAppMetrics(backlogs);
  const observers = [appLog, metrics.observer, appTraces(tracer)];
  const notify = (what: (observer: AppObserver) => void) => {
    for (const observer of observers) what(observer);
  };
  return {
    ...{ log, redact, metrics: metrics.text },
    delivery: (delivery) => notify((observer) => observer.delivery(delivery)),
    job: (event) => notify((observer) => observer.job(event)),
    sweep: (sweep) => notify((observer) => observer.sweep(sweep)),
    call: (call) => notify((observer) => observer.call(call)),
    tool: (tool) => notify((observer) => observer.tool(tool)),
    reviewed: (numbers, milliseconds) =>
      notify((observer) => observer.reviewed(numbers, milliseconds)),
    decided: (rule, decision) => notify((observer) => observer.decided(rule, decision)),
    unpublished: (place, said) => notify((observer) => observer.unpublished(place, said)),
    problem: (what, problem) => notify((observer) => observer.problem(what, problem)),
  };
}
