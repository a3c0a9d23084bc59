import { type Command, Option } from 'commander';
import * as z from 'zod';

/** The values of the options of `addTelemetryOptions`. */
export const telemetryOptionsSchema = z.object({
  logFile: z.string().optional(),
  metricsFile: z.string().optional(),
});

/** Adds the options of commands that can be watched. */
export function addTelemetryOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--log-file <file>', 'add what happens to this file, one JSON object a line').env(
        'RUSTWARD_LOG_FILE',
      ),
    )
    .addOption(
      new Option('--metrics-file <file>', 'write metrics for Prometheus there at the end').env(
        'RUSTWARD_METRICS_FILE',
      ),
    );
}
