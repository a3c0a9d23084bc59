import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { commandSchema } from '../../../../src/github/commands/command.ts';
import { jobOf, QUEUES } from '../../../../src/github/commands/queues.ts';
import { linkMigration } from '../../../../src/github/migrate/jobs/link-migration.ts';
import { addJobs } from '../../../../src/jobs/queue/jobs.ts';
import { onPglite } from '../../../support/databases.ts';
import { eventually } from '../../../support/eventually.ts';
import { openedJobs } from '../../../support/opened-jobs.ts';
import { BRANCH, demo, gated, larger } from '../gate/gated.ts';

onPglite((databases) => {
  test('a newer head, and the end of the pull request, stop what is under way', async () => {
    const { propose, linkDeps, branch, linkOf, github, ada } = await gated();
    const { head, pull } = await propose('a.max(b)');
    const ended: string[] = [];
    const lane = QUEUES.find(({ name }) => name === 'links');
    if (lane === undefined) throw new Error('there is no such lane');
    const { jobs, work, idle, events } = await openedJobs(databases, undefined, [lane]);
    work(lane, async (data, run) => {
      const command = commandSchema.parse(data);
      if (command.kind !== 'link-migration') throw new Error(command.kind);
      await linkMigration(command, run, {
        ...{ ...linkDeps, signal: run.signal },
        // Tests that never come to an end.
        async link(_place, commit, _functions, signal) {
          await once(signal, 'abort');
          ended.push(commit);
          throw signal.reason;
        },
      });
    });
    const moved = () =>
      addJobs(jobs, [jobOf({ ...branch, kind: 'link-migration', isAsked: false })]);
    const says = (commit: string, said: object) =>
      eventually(async () => expect(await linkOf(commit)).toMatchObject(said));

    await moved();
    await says(head, { status: 'in_progress' });
    const second = await github.commit('ada/demo', BRANCH, larger('b.max(a)'));
    await moved();
    await says(head, { conclusion: 'cancelled' });
    await says(second, { status: 'in_progress' });
    await ada.pulls.update({ ...demo, pull_number: pull, state: 'closed' });
    await moved();
    await says(second, { conclusion: 'cancelled' });
    await idle();
    expect(ended).toEqual([head, second]);
    const outcomes = events.flatMap((one) => (one.kind === 'ended' ? [one.outcome] : []));
    expect(outcomes).toEqual(['superseded', 'superseded', 'done']);
  }, 120_000);
});
