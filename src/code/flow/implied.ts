import type { Outcome } from './summary.ts';

/** What a call left in a cell, by whether it returned zero. */
export interface Implied {
  /** The root of what the cell holds. */
  readonly root: number;
  readonly zero: Outcome;
  readonly nonZero: Outcome;
}
