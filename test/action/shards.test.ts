import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { changedTree } from '../support/changed-tree.ts';
import { type ActionStep, runAction } from '../support/run-action.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const CALLER = 'void give(char *);\nvoid use(char *q) {\n  give(q);\n  *q = 1;\n}\n';
const GIVER = '#include <stdlib.h>\nvoid give(char *p) {\n  free(p);\n}\n';

const FILES = {
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`src/f${at}.c`, FREED])),
  'src/caller.c': CALLER,
  'lib/giver.c': GIVER,
};

/** Runs a step as so many shards, then puts what they leave together. */
async function parted(step: ActionStep, count: number, lost: readonly number[] = []) {
  const reports = temporaryFolder();
  for (let index = 1; index <= count; index += 1) {
    const folder = join(reports, `shard-${index}`);
    mkdirSync(folder);
    const shard = { shard: `${index}/${count}`, 'report-file': join(folder, 'report.json') };
    await runAction({ ...step, inputs: { ...step.inputs, ...shard } });
    if (lost.includes(index)) rmSync(folder, { recursive: true });
  }
  const workspace = temporaryFolder();
  const { eventName, event, env = {} } = step;
  const merged = await runAction({
    ...{ workspace, event, env, ...(eventName === undefined ? {} : { eventName }) },
    inputs: { mode: 'report', reports, 'report-file': join(workspace, 'all.json') },
  });
  return { merged, report: reportIn(join(workspace, 'all.json')) };
}

async function whole(step: ActionStep) {
  const file = join(temporaryFolder(), 'all.json');
  const run = await runAction({ ...step, inputs: { ...step.inputs, 'report-file': file } });
  return { run, report: reportIn(file) };
}

function reportIn(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe.each([1, 3])('%i shards put together say what one run says', (count) => {
  test('of a scan', async () => {
    const step = { workspace: temporaryFolder(FILES), inputs: { mode: 'scan' } };
    const [one, many] = [await whole(step), await parted(step, count)];
    expect(one.report.candidates.length).toBeGreaterThan(12);
    expect(many.report.candidates).toEqual(one.report.candidates);
    expect(many.report.summary).toEqual(one.report.summary);
    expect(many.merged.outputs).toMatchObject({
      ...{ verdict: 'findings', findings: one.run.outputs['findings'] },
    });
    expect(many.merged.status).toBe(1);
  });

  test('of a change', async () => {
    const { 'lib/giver.c': _, ...before } = FILES;
    const tree = changedTree(before, { 'lib/giver.c': GIVER, 'src/f0.c': `${FREED}\n` });
    const step = {
      ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event() },
      env: { GITHUB_SHA: tree.merge },
    };
    const [one, many] = [await whole(step), await parted(step, count)];
    expect(one.report.candidates.length).toBeGreaterThan(0);
    expect(many.report.candidates).toEqual(one.report.candidates);
    expect(many.report.comparison).toEqual(one.report.comparison);
  });
});

test('a shard that is missing is never taken for a clean one', async () => {
  const step = {
    workspace: temporaryFolder({ 'a.c': 'int a;\n', 'b.c': 'int b;\n' }),
    inputs: { mode: 'scan' },
  };
  const { merged, report } = await parted(step, 3, [2]);
  expect([merged.status, merged.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(report.notice).toContain('There is no result of shard 2');
});

test('reports of two runs do not fit together', async () => {
  const workspace = temporaryFolder({ 'a.c': 'int a;\n' });
  for (const shard of ['1/2', '1/3']) {
    const file = `reports/${shard.replace('/', '-')}.json`;
    mkdirSync(join(workspace, 'reports'), { recursive: true });
    await runAction({ workspace, inputs: { mode: 'scan', shard, 'report-file': file } });
  }
  const run = await runAction({ workspace, inputs: { mode: 'report', reports: 'reports' } });
  expect(run.failures).toEqual([expect.stringMatching(/not of one run: shards 2 and 3/)]);
});

test('what is no report is refused', async () => {
  const workspace = temporaryFolder({ 'reports/x.json': '{"candidates": []}' });
  const run = await runAction({ workspace, inputs: { mode: 'report', reports: 'reports' } });
  expect(run.failures).toEqual([expect.stringMatching(/x\.json cannot be used: it is no report/)]);
  const none = await runAction({ workspace, inputs: { mode: 'report', reports: 'gone' } });
  expect(none.failures).toEqual([expect.stringMatching(/cannot list .*gone/)]);
});
