import { SEVERITIES, type Severity } from '../../rules/classification.ts';

/** The lowest severity that fails a run; `none` never does. */
export type FailOn = Severity | 'none';

export const FAIL_ON: readonly FailOn[] = [...SEVERITIES, 'none'];
