import type { Outcome } from './function-summary.ts';

/** What a call left in a cell, by whether it returned zero. */
export interface ConditionalOutcome {
  /** The root of what the cell holds. */
  readonly root: number;
  readonly zero: Outcome;
  readonly nonZero: Outcome;
}
