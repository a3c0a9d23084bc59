import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openReportStore } from '../../../src/github/review/report-store.ts';
import { exampleReport } from '../../security/printers/example-report.ts';
import { examinedReport } from '../../security/printers/triaged-report.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.UTC(2026, 0, 1);
const MONTH = 31 * 24 * 3600 * 1000;
const costs = { dollars: 0.5, calls: 3, unpriced: 1 };
const review = (digit: string, report = exampleReport) => {
  const settled = { failOn: 'high', details: 'private', settle: 'record' } as const;
  return { head: digit.repeat(40), report, ...settled, seconds: 1.5, costs };
};

test('reviews come back whole, by commit or the last one', () => {
  const folder = temporaryFolder();
  const shelf = openReportStore(folder, () => NOW);
  shelf.put(1, 7, review('a', examinedReport));
  shelf.put(1, 7, review('b'));
  const other = openReportStore(folder, () => NOW);
  expect(other.get(1, 7, 'a'.repeat(40))).toEqual(review('a', examinedReport));
  expect(other.get(1, 7)).toEqual(review('b'));
  expect([other.get(1, 8), other.get(2, 7), other.get(1, 7, 'c'.repeat(40))]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test('what is damaged, or older than a month, is gone', () => {
  const folder = temporaryFolder();
  openReportStore(folder, () => NOW).put(1, 7, review('a'));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'swept')
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files) {
    writeFileSync(file, readFileSync(file).subarray(0, -1));
    utimesSync(file, NOW / 1000, NOW / 1000);
  }
  const later = openReportStore(folder, () => NOW + MONTH);
  expect([files.length, later.get(1, 7)]).toEqual([2, undefined]);
  openReportStore(folder, () => NOW + 2 * MONTH).put(1, 8, review('b'));
  expect(later.get(1, 7, 'a'.repeat(40))).toBeUndefined();
  expect(later.get(1, 8)).toEqual(review('b'));
});
