import { sumText } from '../entry/costs/costs.ts';
import { costJournalPath } from '../entry/costs/month-costs.ts';
import { type CostRecord, loadCostRecords, sumCostRecords } from '../model/cost/cost-journal.ts';
import { count } from '../security/report/count.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';
import { jsonText } from './output/json-text.ts';
import { oneLine } from './output/terminal-text.ts';

/**
 * What the reviews of this user cost, by month and repository.
 * @param onWarning hears, on one line, what is not in the sums
 * @throws UsageError when there are costs that cannot be read
 */
export function costsText(
  env: ProcessEnvironment,
  asJson: boolean,
  onWarning: (line: string) => void,
): string {
  const journal = costJournalPath(env);
  const { records, unreadable } = loadCostRecords(journal);
  if (unreadable > 0)
    onWarning(
      `${count(unreadable, 'line')} of ${journal} ${unreadable === 1 ? 'is' : 'are'} no record`,
    );
  const sums = sumCostRecords(records);
  return asJson ? jsonText(sums) : asText(sums);
}

function asText(sums: readonly CostRecord[]): string {
  if (sums.length === 0) return 'Nothing was billed yet.\n';
  const width = Math.max(...sums.map((sum) => nameOf(sum).length));
  return sums
    .map((sum) => {
      const { month, calls, tokens_in, tokens_cached, tokens_out, cost, unpriced } = sum;
      const what = sumText({
        ...{ calls, input: tokens_in, cached: tokens_cached, output: tokens_out, cost, unpriced },
        ...{ reused: 0, estimated: 0 },
      });
      return `${month}  ${nameOf(sum).padEnd(width)}  ${what}\n`;
    })
    .join('');
}

function nameOf({ repository, folder_name: folder }: CostRecord): string {
  return oneLine(folder === undefined ? repository : `${repository} (${folder})`);
}
