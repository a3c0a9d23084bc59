import { expect, test } from '@jest/globals';
import { recoverMigrations } from '../../../src/github/app/recover-migrations.ts';
import type { Command } from '../../../src/github/commands/command.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { migrating } from '../migrate/migrating.ts';

test('a new database has what is open looked at again, and what was in work begun', async () => {
  const all = await migrating(['one', 'two'].map((name) => ({ name })));
  const { markerKey, signal } = await all.deps();
  const caughtUp = async () => {
    const commands: Command[] = [];
    const problems = await recoverMigrations({
      ...{ access: all.access, clock: fakeClock(), markerKey, signal },
      request: async (command) => void commands.push(command),
    });
    expect(problems).toEqual([]);
    return commands;
  };
  // Where nobody has begun, there is nothing to do.
  expect(await caughtUp()).toEqual([]);
  await all.tell('/migrate one');
  await all.showDashboard();
  await all.github.tickBox('ada/demo', await all.dashboard(), '`two`', 'ada');
  // The job of the second one is lost with the database.
  await all.showDashboard();
  expect(all.waiting.splice(0).map(({ function: { name } }) => name)).toEqual(['two']);
  const commands = await caughtUp();
  const branches = ['rustward/migrate-setup', 'rustward/migrate/one'];
  const place = { repository: all.repository, installation: all.installation };
  expect(commands).toEqual([
    ...branches.flatMap((branch) => [
      { kind: 'link-migration', ...place, branch, isAsked: false },
      { kind: 'judge-migration', ...place, branch, isAsked: false },
    ]),
    { kind: 'update-dashboard', ...place, isAfterLoss: true },
  ]);
  for (const command of commands) await all.run(command);
  expect(all.waiting.map(({ function: { name } }) => name)).toEqual(['two']);
  await all.settle();
  expect((await all.pulls()).map(({ head }) => head.ref)).toEqual([
    ...[...branches, 'rustward/migrate/two'],
  ]);
}, 60_000);
