import { expect, test } from '@jest/globals';
import { changedTree } from '../support/changed-tree.ts';
import { runAction } from '../support/run-action.ts';
import { runnerLog } from '../support/runner-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SOUND = 'int twice(int x) {\n  return x + x;\n}\n';

test.each([
  ['a clean scan', { mode: 'scan' }, 'clean'],
  ['an input that is wrong', { mode: 'scan', path: 'gone' }, 'inconclusive'],
  ['a migration that may not be', { mode: 'migrate' }, 'inconclusive'],
  ['a report without results', { mode: 'report', reports: 'gone' }, 'inconclusive'],
])('after %s the runner takes commands again', async (_what, inputs, verdict) => {
  const run = await runAction({ workspace: temporaryFolder({ 'a.c': SOUND }), inputs });
  expect(run.outputs['verdict']).toBe(verdict);
  expect(run.failures).toHaveLength(verdict === 'clean' ? 0 : 1);
  expect(run.stdout).toContain('::stop-commands::');
  expect(runnerLog(run.stdout).isStopped).toBe(false);
});

test('what fails says so in one line, without the folders of the machine', async () => {
  const tree = changedTree({ 'a.c': SOUND }, { 'b.c': SOUND });
  const event = tree.event();
  const inputs = { config: 'no\nsuch.yml' };
  const run = await runAction({ workspace: tree.folder, eventName: 'pull_request', event, inputs });
  expect([run.status, run.outputs]).toEqual([1, { verdict: 'inconclusive' }]);
  expect(run.failures).toEqual([expect.stringMatching(/^Rustward: .*such\.yml/)]);
  expect(run.failures.join()).not.toContain(tree.folder);
  // A mistake of the workflow is no defect of Rustward, and shows no stack.
  expect(run.stdout).not.toMatch(/defect of Rustward|^\s+at /m);
});
