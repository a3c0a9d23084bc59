import { expect, test } from '@jest/globals';
import { changedTree } from './changed-tree.ts';
import { COPY_PROGRAM } from './copy-program.ts';
import { commandHost } from './once/command-host.ts';
import { type ActionStep, runAction, runActionBundle } from './run-action.ts';

test('the Action does the same after other runs as its bundle does', async () => {
  const tree = changedTree({ 'z.c': 'int z;\n' }, { 'å.c': COPY_PROGRAM });
  const pull = { eventName: 'pull_request', event: tree.event() };
  const steps: Omit<ActionStep, 'workspace'>[] = [
    ...[pull, { inputs: { mode: 'scan' } }, { inputs: { mode: 'scan', path: 'no/such' } }],
    ...[{ inputs: { mode: 'report', reports: 'gone' } }, { inputs: { mode: 'no-such' } }],
    { inputs: { mode: 'scan', 'fail-on': 'critical', 'report-file': 'å.json' } },
  ];
  for (const step of steps) {
    const given = { workspace: tree.folder, ...step };
    expect(await commandHost()).toMatchObject({ isFree: true });
    const [hosted, own] = [await runAction(given), await runActionBundle(given)];
    expect(withoutFolders(hosted)).toEqual(withoutFolders(own));
  }
});

/** What differs is where a run is, how long it takes, and the word by which it tells the runner to take commands again. */
function withoutFolders(run: Awaited<ReturnType<typeof runAction>>): object {
  const folder = run.temporary.replace(/\/temp$/, '');
  const text = JSON.stringify(run).replaceAll(folder, 'FOLDER');
  const words = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  return JSON.parse(text.replace(words, 'WORD').replace(/\| Time \| [^|]+\|/g, '| Time | |'));
}
