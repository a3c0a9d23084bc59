import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../support/postgres-server.ts';
import type { Fault } from './fault.ts';
import { type Pull, type Scene, until } from './scene.ts';
import { checksOf } from './shown.ts';

const GONE_MILLISECONDS = 30_000;

/** A worker is taken for dead after half of that. */
const ASLEEP_MILLISECONDS = 30_000;

/** What happens to the database, and to those who share it. */
export function databaseFaults(server: PostgresServer): Fault[] {
  return [
    goneFor('is gone', server.stop, server.start),
    goneFor('does not answer', server.pause, server.resume),
    {
      name: 'the worker sleeps through a review, and wakes up',
      async run(scene, calm) {
        const pull = await scene.open();
        await until(async () => (checksOf(pull.repository).length > 0 ? undefined : 'no check'));
        const part = scene.holderOf(pull) ?? 'app';
        await scene.sleep(ASLEEP_MILLISECONDS, part);
        await scene.settled(pull, calm.opened);
        return `${scene.attempts(pull)} attempts`;
      },
    },
  ];
}

function goneFor(
  what: string,
  leave: () => void | Promise<void>,
  comeBack: () => void | Promise<void>,
): Fault {
  return {
    name: `the database ${what} for ${GONE_MILLISECONDS / 1000} seconds`,
    async run(scene, calm) {
      const [another, pushed] = [await scene.prepare(), await scene.open()];
      const reviewed = await scene.open();
      for (const { repository } of [pushed, reviewed]) {
        await until(async () => (checksOf(repository).length > 0 ? undefined : 'no check'));
      }
      await leave();
      const back = sleep(GONE_MILLISECONDS).then(comeBack);
      const opened = await scene.open(another);
      await scene.push(pushed, { NOTES: 'nothing\n' });
      await scene.github.delivered();
      const refused = codesOf(scene, [opened, pushed]).filter((code) => code >= 500).length;
      await back;
      // What was under way goes on by itself; what could not be delivered is asked for at the start.
      await scene.settled(reviewed, calm.opened);
      await scene.end('SIGTERM');
      await scene.start();
      for (const pull of [pushed, opened]) await scene.settled(pull, calm.opened);
      if (refused === 0) throw new Error('no delivery was refused');
      const attempts = [reviewed, pushed, opened].map((pull) => scene.attempts(pull));
      return `${refused} deliveries were refused and came again, ${attempts.join('+')} attempts`;
    },
  };
}

function codesOf({ github, app }: Scene, pulls: readonly Pull[]): number[] {
  const ids = pulls.map(({ repository }) => repository.id);
  return github
    .deliveries(app.id)
    .filter(({ repository }) => repository !== null && ids.includes(repository))
    .map(({ outcome }) => outcome?.code ?? 0);
}
