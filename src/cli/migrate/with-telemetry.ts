import { openTelemetry, type TelemetryOptions } from '../../entry/telemetry/run-telemetry.ts';
import type { RunObserver, RunSummary } from '../../telemetry/run-observer.ts';
import { printWarning } from '../output/print-note.ts';

/**
 * Calls `use` with what watches it: the log and the metrics that the options name.
 * @param summaryOf says what came of it; of nothing, where it failed
 * @throws UsageError when one of their files cannot be written
 */
export async function withTelemetry<Result>(
  options: TelemetryOptions,
  summaryOf: (result: Result | undefined) => RunSummary,
  use: (observer: RunObserver) => Promise<Result>,
): Promise<Result> {
  const telemetry = await openTelemetry('migrate', options, printWarning);
  let result: Result | undefined;
  try {
    result = await use(telemetry.observer);
    return result;
  } finally {
    await telemetry.end(summaryOf(result));
  }
}
