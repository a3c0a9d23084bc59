import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import {
  addCostRecord,
  type CostRecord,
  loadCostRecords,
  sumCostRecords,
} from '../../model/cost/cost-journal.ts';
import type { Ledger } from '../../model/cost/ledger.ts';
import type { ReadyModel } from '../../model/open-model.ts';
import { withCleanup } from '../../workspace/process/at-end.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { dataFolder } from '../../workspace/state/data-folder.ts';
import { type RepositoryName, repositoryName } from './repository-name.ts';

export interface MonthDeps {
  readonly env: ProcessEnvironment;
  readonly onWarning: (line: string) => void;
}

/** Where it is written down what runs cost. */
export function costJournalPath(env: ProcessEnvironment): string {
  return join(dataFolder(env), 'costs.jsonl');
}

/**
 * Calls `use`, which asks models about a repository, and writes down what that cost, also where it
 * fails or is interrupted. What earlier runs of the month cost is counted against the month's cap.
 * @throws UsageError when there is such a cap and the journal cannot be read
 */
export async function bookCosts<Result>(
  root: string,
  { ledger, configuration, spentBefore }: ReadyModel,
  { env, onWarning }: MonthDeps,
  use: () => Promise<Result>,
): Promise<Result> {
  const journal = costJournalPath(env);
  const month = new Date().toISOString().slice(0, 7);
  const name = await repositoryName(root);
  if (configuration?.caps.monthCost !== undefined) {
    const { records, unreadable } = loadCostRecords(journal);
    const [sum] = sumCostRecords(
      records.filter((record) => record.month === month && record.repository === name.repository),
    );
    spentBefore(sum?.cost ?? 0);
    const missing = (sum?.unpriced ?? 0) + unreadable;
    if (missing > 0) {
      onWarning(
        `the cap of the month leaves out ${missing === 1 ? 'a call or line' : `${missing} calls or lines`} of unknown cost`,
      );
    }
  }
  return withCleanup(use, () => {
    const record = { month, ...name, ...costsOfRun(ledger) };
    if (record.calls === 0) return;
    try {
      addCostRecord(journal, record);
    } catch (thrown) {
      onWarning(`the costs of this run are not written down: ${messageOf(thrown)}`);
    }
  });
}

function costsOfRun(ledger: Ledger): Omit<CostRecord, 'month' | keyof RepositoryName> {
  const { calls, input, cached, output, cost, unpriced } = ledger.total();
  return { calls, tokens_in: input, tokens_cached: cached, tokens_out: output, cost, unpriced };
}
