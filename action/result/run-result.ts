import type { Costs } from '../../src/entry/costs/costs.ts';
import type { Configuration } from '../../src/github/configuration/configuration.ts';
import type { FailOn } from '../../src/security/report/fail-on.ts';
import type { Report } from '../../src/security/report/report.ts';

/** What a mode found out, ready to be said. */
export interface RunResult {
  readonly report: Report;
  readonly costs: Pick<Costs, 'dollars' | 'calls' | 'unpriced'>;
  /** One line each: what a person should know and no report says. */
  readonly warnings: readonly string[];
  /** How long it took. */
  readonly seconds: number;
  readonly failOn: FailOn;
  readonly configuration: Configuration;
}
