import { estimateJson, estimateText } from '../../entry/costs/estimate.ts';
import { UsageError } from '../../errors.ts';
import { printWarning } from '../output/print-note.ts';
import { examine, type ReviewRunOptions, type TriageRequest } from './run-review.ts';

/**
 * Says what a review would ask models. None is asked, and nothing is written.
 * @returns the exit status
 * @throws UsageError where no model is configured, and for outputs that an estimate has not
 */
export async function runEstimate(
  path: string,
  options: ReviewRunOptions,
  review: TriageRequest,
): Promise<number> {
  const { format, output, reports } = options;
  if (format !== 'text' && format !== 'json')
    throw new UsageError(`--estimate is printed as text or json, not as ${format}`);
  if (output !== undefined || reports.length > 0)
    throw new UsageError('--estimate writes no report: it fits neither --output nor --report');
  const { estimate, warnings, settingsWarnings } = await examine(path, options, review);
  for (const line of options.quiet ? settingsWarnings : warnings) printWarning(line);
  if (estimate === undefined) throw new UsageError('--estimate has no model to tell of');
  process.stdout.write(format === 'json' ? estimateJson(estimate) : estimateText(estimate));
  return 0;
}
