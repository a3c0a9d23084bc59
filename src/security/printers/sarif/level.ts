import type { ReportingConfiguration } from 'sarif';
import type { Severity } from '../../candidates/candidate.ts';

/** The level of a finding of that severity. */
export const SARIF_LEVEL: Readonly<Record<Severity, ReportingConfiguration.level>> = {
  high: 'error',
  medium: 'warning',
  low: 'note',
};
