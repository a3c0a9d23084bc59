import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { trace } from '@opentelemetry/api';
import { messageOf } from '../../errors.ts';
import { allObservers, type RunObserver, type RunSummary } from '../../telemetry/run-observer.ts';
import { runTraces } from '../../telemetry/run-traces.ts';
import { checkWritable, writeNamedFile } from '../../workspace/files/atomic-file.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import { loadVersion } from '../../workspace/version.ts';

export interface TelemetryOptions {
  readonly logFile?: string | undefined;
  readonly metricsFile?: string | undefined;
}

export interface Telemetry {
  readonly observer: RunObserver;
  /** Says what came of the run. Writes the metrics. */
  end(summary: RunSummary): Promise<void>;
}

/**
 * Opens what watches a run: a log and metrics where files are named, and traces, which go nowhere
 * unless the process has an SDK of OpenTelemetry.
 * @param another hears all of it, too
 * @throws UsageError when a file cannot be written
 */
export async function openTelemetry(
  command: 'review' | 'migrate',
  options: TelemetryOptions,
  onWarning: (line: string) => void,
  another?: RunObserver,
): Promise<Telemetry> {
  // A variable that is empty counts as missing.
  const [logFile, metricsFile] = [options.logFile || undefined, options.metricsFile || undefined];
  if (metricsFile !== undefined) checkWritable(metricsFile);
  if (logFile !== undefined) checkWritable(logFile);
  const version = loadVersion();
  const started = performance.now();
  const observers = [runTraces(trace.getTracer('rustward', version), command)];
  if (another !== undefined) observers.push(another);
  // Loaded when they are needed: most runs need neither.
  if (logFile !== undefined) {
    const { runLog } = await import('../../telemetry/run-log.ts');
    makeFolders(dirname(logFile));
    const onProblem = (error: Error) => onWarning(`the log ends early: ${messageOf(error)}`);
    observers.push(runLog({ file: logFile, run: randomUUID(), version, onProblem }));
  }
  let metrics = () => Promise.resolve('');
  if (metricsFile !== undefined) {
    const { openRunMetrics } = await import('../../telemetry/run-metrics.ts');
    const opened = openRunMetrics();
    observers.push(opened.observer);
    metrics = opened.text;
  }
  const observer = allObservers(observers);
  return {
    observer,
    async end(summary) {
      observer.end(summary, performance.now() - started);
      if (metricsFile === undefined) return;
      try {
        writeNamedFile(metricsFile, await metrics());
      } catch (thrown) {
        // A run that was paid for is worth more than its numbers.
        onWarning(`the metrics are lost: ${messageOf(thrown)}`);
      }
    },
  };
}
