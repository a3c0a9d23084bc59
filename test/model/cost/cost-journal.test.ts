import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addCostRecord,
  type CostRecord,
  loadCostRecords,
  sumCostRecords,
} from '../../../src/model/cost/cost-journal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RECORD: CostRecord = {
  ...{ month: '2026-11', repository: 'https://git.example.org/a', calls: 2, unpriced: 0 },
  ...{ tokens_in: 100, tokens_cached: 40, tokens_out: 10, cost: 0.25 },
};

test('what is added is read again; the file is for its owner alone', () => {
  const path = join(temporaryFolder(), 'data/costs.jsonl');
  expect(loadCostRecords(path)).toEqual({ records: [], unreadable: 0 });
  addCostRecord(path, RECORD);
  addCostRecord(path, { ...RECORD, month: '2026-12' });
  expect(loadCostRecords(path)).toEqual({
    records: [RECORD, { ...RECORD, month: '2026-12' }],
    unreadable: 0,
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a line that was left unfinished costs no other line', () => {
  fc.assert(
    fc.property(fc.nat(JSON.stringify(RECORD).length), (length) => {
      const path = join(temporaryFolder(), 'costs.jsonl');
      addCostRecord(path, RECORD);
      appendFileSync(path, JSON.stringify(RECORD).slice(0, length));
      addCostRecord(path, RECORD);
      // A torn line that is all there is one.
      const whole = length === JSON.stringify(RECORD).length;
      const { records, unreadable } = loadCostRecords(path);
      expect(records).toHaveLength(whole ? 3 : 2);
      expect(unreadable).toBe(whole || length === 0 ? 0 : 1);
    }),
    { numRuns: 60 },
  );
});

test('the name of a folder is kept where one of the lines has it', () => {
  const hashed = { ...RECORD, repository: 'folder:d7f5c8680787e68f' };
  const named = { ...hashed, folder_name: 'demo' };
  for (const records of [
    [hashed, named, hashed],
    [named, hashed],
  ]) {
    expect(sumCostRecords(records)).toMatchObject([
      { folder_name: 'demo', calls: 2 * records.length },
    ]);
  }
});

test('what is no record is counted, and never summed', () => {
  const path = join(temporaryFolder(), 'costs.jsonl');
  const wrong = [
    '[]',
    'null',
    '{"month":"2026-11"}',
    JSON.stringify({ ...RECORD, cost: -1 }),
    '\0',
  ];
  writeFileSync(path, `${wrong.join('\n')}\n`);
  addCostRecord(path, RECORD);
  expect(loadCostRecords(path)).toEqual({ records: [RECORD], unreadable: wrong.length });
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(wrong.length + 2);
});

test('a folder in its place is said, not taken for an empty journal', () => {
  const folder = temporaryFolder();
  expect(() => loadCostRecords(folder)).toThrow('cannot read');
  expect(() => addCostRecord(folder, RECORD)).toThrow('cannot write');
});

test('one sum for each month and repository, in their order', () => {
  const other = { ...RECORD, repository: 'folder:0123' };
  const sums = sumCostRecords([other, RECORD, { ...RECORD, month: '2026-10' }, RECORD]);
  expect(sums).toEqual([
    { ...RECORD, month: '2026-10' },
    other,
    {
      ...{ ...RECORD, calls: 4, tokens_in: 200, tokens_cached: 80, tokens_out: 20, cost: 0.5 },
    },
  ]);
});
