import { expect, test } from '@jest/globals';
import { lookAtRepository } from '../../../src/github/app/look-at-repository.ts';
import type { Command } from '../../../src/github/commands/command.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { migrating } from '../migrate/migrating.ts';

const FILE = '.github/rustward.yml';

test('a repository that comes back has its migrations looked at, and its schedule followed', async () => {
  const all = await migrating(['one', 'two'].map((name) => ({ name })));
  const { markerKey, signal } = await all.deps();
  const place = { repository: all.repository, installation: all.installation };
  const clock = fakeClock();
  await clock.advance(Date.now() - clock.now());
  const look = async (isNew: boolean) => {
    const commands: Command[] = [];
    const add = async (command: Command) => void commands.push(command);
    await lookAtRepository(
      { kind: 'look-at-repository', ...place, isNew },
      {
        ...{ access: all.access, clock, markerKey, signal },
        ...{ request: add, begin: add, lastBegun: async () => undefined },
      },
    );
    return commands.map(({ kind }) => kind);
  };
  expect(await look(true)).toEqual([]);
  const text = 'migration:\n  schedule: daily\n';
  await all.github.commit('ada/demo', 'main', { [FILE]: text });
  expect(await look(false)).toEqual(['migrate-scheduled']);
  await all.tell('/migrate one');
  const migrations = ['link-migration', 'judge-migration', 'link-migration', 'judge-migration'];
  expect(await look(true)).toEqual([...migrations, 'update-dashboard']);
  // Where more was granted, what is in work goes on by itself.
  expect(await look(false)).toEqual([]);
}, 60_000);
