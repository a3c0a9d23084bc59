import { appendFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { bookCosts, costJournalPath } from '../../../src/entry/costs/month-costs.ts';
import { repositoryName } from '../../../src/entry/costs/repository-name.ts';
import { addCostRecord, loadCostRecords } from '../../../src/model/cost/cost-journal.ts';
import { openModel } from '../../../src/model/open-model.ts';
import { CALL } from '../../support/ended-call.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A project whose models may cost ten dollars a month, and what runs on it cost before. */
async function project(before: readonly { readonly cost: number; readonly unpriced?: number }[]) {
  const root = temporaryFolder({ 'a.c': '' });
  const env = {
    ...{ XDG_DATA_HOME: temporaryFolder(), RUSTWARD_MODEL_CACHE: 'off' },
    ...{ RUSTWARD_MODEL_BASE_URL: 'http://127.0.0.1:9', RUSTWARD_MODEL_NAME: 'usual' },
    ...{ RUSTWARD_MODEL_KEY: 'k', RUSTWARD_MODEL_PRICES: '1,2' },
  };
  const opened = openModel({ maxMonthCost: 10 }, env, () => undefined);
  if (opened.kind === 'none') throw new Error(opened.reason);
  const name = await repositoryName(root);
  const month = new Date().toISOString().slice(0, 7);
  const journal = costJournalPath(env);
  for (const one of before) {
    const counts = { calls: 1, tokens_in: 0, tokens_cached: 0, tokens_out: 0, unpriced: 0 };
    addCostRecord(journal, { month, ...name, ...counts, ...one });
  }
  const warnings: string[] = [];
  const spent: number[] = [];
  const book = (use: () => Promise<unknown>) =>
    bookCosts(
      root,
      { ...opened, spentBefore: (cost) => spent.push(cost) },
      { env, onWarning: (line) => warnings.push(line) },
      use,
    );
  return { book, journal, ledger: opened.ledger, warnings, spent };
}

test.each([
  [0, []],
  [1, ['the cap of the month leaves out a call or line of unknown cost']],
  [2, ['the cap of the month leaves out 2 calls or lines of unknown cost']],
])(
  'of %i calls whose cost is not known one is told, beside what counts',
  async (unpriced, said) => {
    const { book, warnings, spent } = await project([{ cost: 1.5, unpriced }, { cost: 2 }]);
    await book(async () => undefined);
    expect([spent, warnings]).toEqual([[3.5], said]);
  },
);

test('a line that cannot be read counts as a call of unknown cost', async () => {
  const { book, journal, warnings } = await project([{ cost: 1.5 }]);
  appendFileSync(journal, '{"month":\n');
  await book(async () => undefined);
  expect(warnings).toEqual(['the cap of the month leaves out a call or line of unknown cost']);
});

test('what a run cost is written down, also where it fails', async () => {
  const { book, journal, ledger } = await project([]);
  const failing = book(() => {
    ledger.add({ ...CALL, cost: 0.75 });
    return Promise.reject(new Error('broke off'));
  });
  await expect(failing).rejects.toThrow('broke off');
  expect(loadCostRecords(journal).records).toMatchObject([{ calls: 1, cost: 0.75, unpriced: 0 }]);
});

test('a run that asks no model is not written down', async () => {
  const { book, journal } = await project([]);
  await book(async () => undefined);
  expect(loadCostRecords(journal).records).toEqual([]);
});
