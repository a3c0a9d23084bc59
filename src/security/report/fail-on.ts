import { SEVERITIES, type Severity } from '../../rules/classification.ts';

/** The lowest severity that fails a run; `none` never does. */
export type FailOn = Severity | 'none';

export const FAIL_ON: readonly FailOn[] = [...SEVERITIES, 'none'];

/** How many introduced findings of a kind a run may have at most. */
export interface Limit {
  /** A severity, or what names rules: an id, `use_*`, `CWE-416`, `category:memory`, `*`. */
  readonly of: string;
  readonly most: number;
  /** What settles it, such as an option; missing where that is not known. */
  readonly from?: string | undefined;
}

/** What fails a run. */
export interface Gate {
  /** The lowest severity of an introduced finding that fails it. */
  readonly fail_on: FailOn;
  /** What settles it; missing for the default. */
  readonly from?: string;
  /** How many there may be at most, and how many there are; absent where nothing is settled. */
  readonly limits?: readonly MeasuredLimit[];
}

export interface MeasuredLimit {
  readonly of: string;
  readonly most: number;
  readonly found: number;
  readonly from?: string;
}
