import type { Report } from '../../security/report/report.ts';
import { reviewNumbers } from '../../security/report/review-numbers.ts';
import type { RunSummary } from '../../telemetry/run-observer.ts';

/** What came of a review, in numbers; of one that failed there is no report. */
export function reviewSummary(report: Report | undefined): RunSummary {
  if (report !== undefined) return reviewNumbers(report);
  return { verdict: 'failed', findings: new Map(), triageResults: new Map(), outcomes: [] };
}
