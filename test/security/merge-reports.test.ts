import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeReports } from '../../src/security/merge-reports.ts';
import type { Report, ReportedCandidate } from '../../src/security/report/report.ts';
import { reportSchema } from '../../src/security/report/report-schema.ts';
import { reportedFiles } from '../../src/security/selection/reported-files.ts';
import { candidate, exampleReport } from './printers/example-report.ts';

const CLEAN: Report = { ...exampleReport, verdict: 'clean', candidates: [] };

/** The report of one shard, which found these. */
function shard(
  index: number,
  count: number,
  candidates: readonly ReportedCandidate[],
  given: Partial<Report> = {},
): Report {
  return { ...CLEAN, shard: { index, count }, candidates, ...given };
}

const found = (gid: number, file: string) =>
  candidate({ gid, id: `C00000${gid}`, pattern: 'double_free', file });

test('each file belongs to one shard', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 256 }), (file, count) => {
      const shards = Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));
      expect(shards.filter((one) => reportedFiles(one, undefined)?.(file))).toHaveLength(1);
    }),
  );
});

test('the order in which reports come makes no difference', () => {
  const parts = [
    shard(1, 3, [found(2, 'b.c'), found(5, 'e.c')], { verdict: 'findings' }),
    shard(2, 3, [found(1, 'a.c')]),
    shard(3, 3, [{ ...found(9, 'z.c'), baseline: 'absent' }, found(4, 'd.c')]),
  ];
  const merged = mergeReports(parts);
  expect(merged.candidates.map(({ gid, file }) => [gid, file])).toEqual([
    ...[
      [1, 'a.c'],
      [2, 'b.c'],
      [4, 'd.c'],
      [5, 'e.c'],
      [9, 'z.c'],
    ],
  ]);
  expect(merged.verdict).toBe('findings');
  expect(merged.shard).toBeUndefined();
  expect(reportSchema.safeParse(merged).success).toBe(true);
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 3 }), (order) => {
      expect(mergeReports(order)).toEqual(merged);
    }),
  );
});

test('what is gone from two shards has numbers of its own', () => {
  const gone = (gid: number, file: string) => ({
    ...found(gid, file),
    baseline: 'absent' as const,
  });
  const merged = mergeReports([shard(1, 2, [gone(8, 'b.c')]), shard(2, 2, [gone(8, 'a.c')])]);
  expect(merged.candidates.map(({ gid, file }) => [gid, file])).toEqual([
    ...[
      [8, 'a.c'],
      [9, 'b.c'],
    ],
  ]);
});

test('the files that differ from the commit are those of all shards', () => {
  const commit = 'f'.repeat(40);
  const part = (index: number, modified: readonly string[]) =>
    shard(index, 3, [], { revision: { commit, ...(modified.length === 0 ? {} : { modified }) } });
  const some = mergeReports([part(1, []), part(2, ['c.c', 'b.c']), part(3, ['a.c', 'c.c'])]);
  expect(some.revision).toEqual({ commit, modified: ['a.c', 'b.c', 'c.c'] });
  expect(mergeReports([part(1, []), part(2, []), part(3, [])]).revision).toEqual({ commit });
});

test('what any shard leaves open stays open', () => {
  const open = shard(2, 2, [], { verdict: 'inconclusive', incomplete: true });
  expect(mergeReports([shard(1, 2, []), open])).toMatchObject({
    ...{ verdict: 'inconclusive', incomplete: true },
  });
  const lost = mergeReports([shard(1, 2, [found(1, 'a.c')], { verdict: 'findings' })]);
  expect(lost).toMatchObject({ verdict: 'findings', incomplete: true });
  expect(lost.notice).toContain('There is no result of shard 2');
});

test('a shard may have no file; all of them together only where they are of a change', () => {
  const summary = { ...CLEAN.summary, scanned_files: 0, skipped: [] };
  const { comparison: _, incomplete: __, ...whole } = CLEAN;
  const parts = (report: Report, files: number) =>
    mergeReports([
      { ...report, summary, shard: { index: 1, count: 2 } },
      { ...report, summary: { ...summary, scanned_files: files }, shard: { index: 2, count: 2 } },
    ]);
  expect(parts(whole, 1).verdict).toBe('clean');
  expect(parts(whole, 0)).toMatchObject({ verdict: 'inconclusive', incomplete: true });
  const comparison = { base: 'main', changed_files: 0, changed_functions: [] };
  expect(parts({ ...whole, comparison }, 0).verdict).toBe('clean');
});

test('one report that is no shard stays as it is', () => {
  expect(mergeReports([exampleReport])).toBe(exampleReport);
});

test.each([
  ['none at all', [], 'there is no report'],
  ['two wholes', [CLEAN, CLEAN], 'each is one shard'],
  ['a shard twice', [shard(1, 2, []), shard(1, 2, [])], 'shard 1 is there twice'],
  ['shards of two runs', [shard(1, 2, []), shard(2, 3, [])], 'not of one run: shards 2 and 3'],
  [
    'two versions',
    [shard(1, 2, []), shard(2, 2, [], { version: '9.9.9' })],
    'not of one run: version',
  ],
  [
    'two commits',
    [shard(1, 2, []), shard(2, 2, [], { revision: { commit: 'f'.repeat(40) } })],
    'not of one run: commit',
  ],
])('%s cannot be put together', (_what, reports: Report[], message) => {
  expect(() => mergeReports(reports)).toThrow(message);
});
