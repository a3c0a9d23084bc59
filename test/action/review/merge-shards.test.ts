import { describe, expect, test } from '@jest/globals';
import { type Inputs, parseInputs } from '../../../action/inputs/inputs.ts';
import { mergeShards } from '../../../action/review/merge-shards.ts';
import { type Job, loadJob } from '../../../action/runner/job.ts';
import { UsageError } from '../../../src/errors.ts';
import type { Report } from '../../../src/security/report/report.ts';
import { exampleReport } from '../../security/printers/example-report.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SHA = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

/** What mode report makes of these files, below the folder `reports` of the workspace. */
function merged(
  files: Readonly<Record<string, string>>,
  inputs: Partial<Inputs> = {},
  about: Partial<Job> = {},
) {
  const below = Object.entries(files).map(([path, text]) => [`reports/${path}`, text]);
  const workspace = temporaryFolder(Object.fromEntries(below));
  const temporary = temporaryFolder({ 'event.json': '{}' });
  const job = loadJob({
    ...{ GITHUB_WORKSPACE: workspace, GITHUB_EVENT_NAME: 'push', RUNNER_TEMP: temporary },
    GITHUB_EVENT_PATH: `${temporary}/event.json`,
  });
  return mergeShards({ ...parseInputs(), reports: 'reports', ...inputs }, { ...job, ...about });
}

/** The file of one shard, whose candidates are those of the example in a file of its own. */
function shard(index: number, count: number, given: Partial<Report> = {}): string {
  const candidates = exampleReport.candidates.map((one) => {
    return { ...one, file: `shard-${index}.c` };
  });
  return JSON.stringify({ ...exampleReport, candidates, shard: { index, count }, ...given });
}

describe('mode report', () => {
  test('puts the JSON reports in all folders below together, and nothing else', () => {
    const { report } = merged({
      ...{ 'b/two.json': shard(2, 2), 'a/deep/one.json': shard(1, 2) },
      ...{ 'a/report.sarif': '{}', 'notes.txt': 'text', 'a/folder.json/x.txt': '' },
    });
    const files = new Set(report.candidates.map(({ file }) => file));
    expect(files).toEqual(new Set(['shard-1.c', 'shard-2.c']));
    expect(report.incomplete).toBeUndefined();
  });

  test('reads the workspace where no folder is named', () => {
    const { report } = merged({ 'one.json': shard(1, 1) }, { reports: undefined });
    expect(report.candidates.length).toBe(exampleReport.candidates.length);
  });

  test('asks no model and costs nothing', () => {
    const { costs, seconds, warnings } = merged({ 'one.json': shard(1, 1) });
    expect([costs, warnings]).toEqual([{ dollars: 0, calls: 0, unpriced: 0 }, []]);
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(60);
  });

  test('fails on what the input says, or else on what is preset', () => {
    expect(merged({ 'one.json': shard(1, 1) }, { failOn: 'none' }).failOn).toBe('none');
    expect(merged({ 'one.json': shard(1, 1) }).failOn).toBe('high');
  });

  test('has the verdict that the input asks for, and else the one of the shards', () => {
    const clean = { 'one.json': shard(1, 1, { verdict: 'clean' }) };
    const found = { 'one.json': shard(1, 1, { verdict: 'findings' }) };
    expect(merged(clean).report.verdict).toBe('clean');
    expect(merged(clean, { failOn: 'low' }).report.verdict).toBe('findings');
    expect(merged(found, { failOn: 'none' }).report.verdict).toBe('clean');
    const cut = { 'one.json': shard(1, 1, { verdict: 'findings', incomplete: true }) };
    expect(merged(cut, { failOn: 'none' }).report.verdict).toBe('inconclusive');
    expect(merged({ 'one.json': shard(1, 2) }, { failOn: 'none' }).report.verdict).toBe(
      'inconclusive',
    );
  });
});

describe('a report is about the commit of the run', () => {
  const about = (commit: string) => ({ 'one.json': shard(1, 1, { revision: { commit } }) });
  const change = { pull: 1, head: SHA, base: OTHER, isForeign: false };

  test.each<[string, Partial<Job>]>([
    ['the head of the change', { change, sha: OTHER }],
    ['the commit of the event', { change: { ...change, head: OTHER }, sha: SHA }],
    ['the one of a push', { sha: SHA }],
    ['any, where the run has none', {}],
  ])('as is %s', (_what, job) => {
    expect(merged(about(SHA), {}, job).report.revision?.commit).toBe(SHA);
  });

  test('or it is refused, and both are named', () => {
    const refused = () => merged(about(OTHER), {}, { sha: SHA });
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(new RegExp(`${OTHER}.*${SHA}`));
  });
});

test('where there is no report, the folder and the next step are named', () => {
  expect(() => merged({ 'a.txt': '' })).toThrow(/no JSON report.*reports.*report-file/);
  expect(() => merged({ 'a.txt': '' }, { reports: 'gone' })).toThrow(/cannot list .*gone/);
});
