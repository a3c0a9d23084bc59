import { expect, test } from '@jest/globals';
import { followSchedules } from '../../../src/github/app/schedule.ts';
import type { CommandOf } from '../../../src/github/commands/command.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { migrating } from '../migrate/migrating.ts';

const HOUR = 3_600_000;
const FILE = '.github/rustward.yml';
const FUNCTIONS = ['a1', 'a2'].map((name) => ({ name }));

/** A repository with a schedule, a clock that begins now, and a database of marks that can be lost. */
async function scheduled(schedule: string) {
  const all = await migrating(FUNCTIONS);
  const text = `migration:\n  schedule: ${schedule}\n  max_open: 1\n`;
  await all.github.commit('ada/demo', 'main', { [FILE]: text });
  const clock = fakeClock();
  await clock.advance(Date.now() - clock.now());
  const marks = new Map<number, Date>();
  const { markerKey, signal, identity } = await all.deps();
  /** What an hourly look begins, and what it could not look at. */
  const look = async () => {
    const begun: CommandOf<'migrate-scheduled'>[] = [];
    const problems = await followSchedules({
      ...{ access: all.access, clock, markerKey, signal },
      lastBegun: async (id) => marks.get(id),
      begin(command) {
        begun.push(command);
        marks.set(command.repository.id, new Date(command.created));
        return Promise.resolve();
      },
    });
    return { begun, problems };
  };
  /** The names of functions that an hourly look has carried over. */
  const carriedOver = async () => {
    const { begun, problems } = await look();
    expect(problems).toEqual([]);
    for (const command of begun) await all.run(command);
    const names = all.waiting.map(({ function: { name } }) => name);
    await all.settle();
    return names;
  };
  return { ...all, clock, marks, look, carriedOver, app: identity.app };
}

test('off begins nothing', async () => {
  const { look } = await scheduled('off');
  expect(await look()).toEqual({ begun: [], problems: [] });
});

test('daily begins what there is room for, again after a day, whatever became of the database', async () => {
  const { ada, answers, carriedOver, clock, look, marks, pulls } = await scheduled('daily');
  expect(await carriedOver()).toEqual(['a1']);
  expect((await pulls()).map(({ head }) => head.ref)).toEqual([
    ...['rustward/migrate-setup', 'rustward/migrate/a1'],
  ]);
  expect(await answers()).toEqual([]);
  await clock.advance(23 * HOUR);
  expect(await carriedOver()).toEqual([]);
  marks.clear();
  expect(await look()).toEqual({ begun: [], problems: [] });
  await clock.advance(2 * HOUR);
  // It is time, and there is no room.
  expect(await carriedOver()).toEqual([]);
  expect(marks.size).toBe(1);
  const closed = (await pulls()).find(({ head }) => head.ref.endsWith('a1'));
  const pull_number = closed?.number ?? 0;
  await ada.rest.pulls.update({ owner: 'ada', repo: 'demo', pull_number, state: 'closed' });
  await clock.advance(25 * HOUR);
  expect(await carriedOver()).toEqual(['a2']);
});

test('weekly begins after a week', async () => {
  const { look, clock } = await scheduled('weekly');
  const times = async () => (await look()).begun.length;
  expect(await times()).toBe(1);
  await clock.advance(6 * 24 * HOUR);
  expect(await times()).toBe(0);
  await clock.advance(25 * HOUR);
  expect(await times()).toBe(1);
});

test('stop ends what was begun before', async () => {
  const { ask, look, run, waiting } = await scheduled('daily');
  const { begun } = await look();
  await ask('/migrate stop');
  for (const command of begun) await run({ ...command, created: '2026-01-01T00:00:00Z' });
  expect([begun.length, waiting]).toEqual([1, []]);
});

test('what refuses does not stop the others', async () => {
  const { app, github, look, clock, installation } = await scheduled('sometimes');
  const files = { [FILE]: 'migration: { schedule: daily }\n' };
  const { id } = await github.addRepository('ada/other', { files });
  github.install(app, ['ada/other']);
  const wrong = await look();
  expect(wrong.problems).toEqual([expect.stringMatching(/^ada\/demo: .*schedule/)]);
  expect(wrong.begun.map(({ repository }) => repository.id)).toEqual([id]);
  await clock.advance(25 * HOUR);
  const operation = 'apps/list-repos-accessible-to-installation';
  github.fail({ operation, kind: 'refuse', status: 403, times: 1 });
  const refused = await look();
  expect(refused.problems).toEqual([expect.stringContaining(`installation ${installation}: `)]);
  expect(refused.begun.map(({ repository }) => repository.id)).toEqual([id]);
});
