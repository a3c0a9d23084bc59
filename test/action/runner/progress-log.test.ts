import { expect, test } from '@jest/globals';
import { JobLog } from '../../../action/runner/job-log.ts';
import { progressLog } from '../../../action/runner/progress-log.ts';
import { changedTree } from '../../support/changed-tree.ts';
import { printedBy } from '../../support/printed-by.ts';
import { runAction } from '../../support/run-action.ts';
import { runnerLog } from '../../support/runner-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

function groupsOf(stdout: string) {
  return runnerLog(stdout).groups;
}

test('what a review does is told in a group, with how far it is, and its result below', async () => {
  const tree = changedTree({ 'a.c': 'int a;\n' }, { 'a.c': FREED });
  const event = { eventName: 'pull_request', event: tree.event() };
  const run = await runAction({ workspace: tree.folder, ...event });
  const [review, ...others] = groupsOf(run.stdout);
  expect(review?.title).toBe('Rustward review: .');
  expect(review?.lines[0]).toMatch(/^compared with [0-9a-f]{40}$/);
  const told = review?.lines.filter((line) => line.startsWith('scan: ')) ?? [];
  expect(told.at(-1)).toMatch(/^scan: (\d+) of \1 passes over files$/);
  expect(new Set(told).size).toBe(told.length);
  const findings = [review, ...others].flatMap((group) => group?.lines ?? []);
  expect(findings.join('\n')).not.toContain(run.failures[0] ?? 'Rustward:');
});

test('of many files, each quarter is told once', async () => {
  const files = Array.from({ length: 40 }, (_, at) => [`f${at}.c`, `int f${at};\n`]);
  const workspace = temporaryFolder(Object.fromEntries(files));
  const run = await runAction({ workspace, inputs: { mode: 'scan' } });
  const told = groupsOf(run.stdout)[0]?.lines.filter((line) => line.startsWith('scan: ')) ?? [];
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(5);
  expect(told.at(-1)).toMatch(/^scan: (\d+) of \1 passes over files$/);
});

test('why a run came to nothing is not folded away with what it did before', async () => {
  const workspace = temporaryFolder({ 'a.c': FREED, 'b.json': 'no report' });
  const run = await runAction({ workspace, inputs: { mode: 'scan', baseline: 'b.json' } });
  expect(run.failures).toHaveLength(1);
  const folded = groupsOf(run.stdout).filter(({ title }) => title.startsWith('Rustward scan'));
  expect(folded.flatMap(({ lines }) => lines)).not.toContain(run.failures[0]);
});

test('a stage is told at each quarter, and one without anything to do once', async () => {
  const printed = await printedBy(() => {
    const log = progressLog(new JobLog());
    for (let done = 0; done <= 8; done += 1) log('scan', done, 8);
    log('analyze', 0, 0);
    log('analyze', 0, 0);
  });
  const told = [...printed.matchAll(/^(\w+: \d of \d) \w/gm)].map(([, line]) => line);
  expect(told).toEqual([
    ...['scan: 0 of 8', 'scan: 2 of 8', 'scan: 4 of 8', 'scan: 6 of 8', 'scan: 8 of 8'],
    'analyze: 0 of 0',
  ]);
});
