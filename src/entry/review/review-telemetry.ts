import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import { messageOf } from '../../errors.ts';
import { groupCandidates } from '../../security/report/groups.ts';
import type { Report } from '../../security/report/report.ts';
import { allObservers, type RunObserver, type RunSummary } from '../../telemetry/run-observer.ts';
import { runTraces } from '../../telemetry/run-traces.ts';
import { checkWritable, writeNamedFile } from '../../workspace/files/atomic-file.ts';
import { loadVersion } from '../../workspace/version.ts';

export interface TelemetryOptions {
  readonly logFile?: string | undefined;
  readonly metricsFile?: string | undefined;
}

export interface Telemetry {
  readonly observer: RunObserver;
  /** Says what came of the run: nothing when it failed. Writes the metrics. */
  end(report: Report | undefined): Promise<void>;
}

/**
 * Opens what watches a review: a log and metrics where files are named, and traces, which go nowhere
 * unless the process has an SDK of OpenTelemetry.
 * @throws UsageError when a file cannot be written
 */
export async function openTelemetry(
  { logFile, metricsFile }: TelemetryOptions,
  onWarning: (line: string) => void,
): Promise<Telemetry> {
  if (metricsFile !== undefined) checkWritable(metricsFile);
  if (logFile !== undefined) checkWritable(logFile);
  const version = loadVersion();
  const started = performance.now();
  const observers = [runTraces(trace.getTracer('rustward', version))];
  // Loaded when they are needed: most runs need neither.
  if (logFile !== undefined) {
    const { runLog } = await import('../../telemetry/run-log.ts');
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
    async end(report) {
      observer.end(summaryOf(report, performance.now() - started));
      if (metricsFile === undefined) return;
      try {
        writeNamedFile(metricsFile, await metrics());
      } catch (thrown) {
        // A review that was paid for is worth more than its numbers.
        onWarning(`the metrics are lost: ${messageOf(thrown)}`);
      }
    },
  };
}

function summaryOf(report: Report | undefined, milliseconds: number): RunSummary {
  const candidates = report?.candidates ?? [];
  return {
    verdict: report?.verdict ?? 'failed',
    milliseconds,
    findings: counted(groupCandidates(candidates).findings.map(({ severity }) => severity)),
    triageResults: counted(candidates.map(({ examination }) => examination?.kind ?? 'none')),
  };
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const groups = [...Map.groupBy(names, (name) => name)];
  return new Map(groups.map(([name, all]): [string, number] => [name, all.length]).sort());
}
