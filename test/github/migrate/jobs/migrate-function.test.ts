import { expect, test } from '@jest/globals';
import { SETUP_BRANCH } from '../../../../src/github/commands/migration-branch.ts';
import { reportDiedMigration } from '../../../../src/github/migrate/jobs/migrate-function.ts';
import { RECORD, readyPlan } from '../../../fakes/migration-plans.ts';
import { eventually } from '../../../support/eventually.ts';
import { demo, migrating } from '../migrating.ts';

const branches = (pulls: readonly { readonly head: { readonly ref: string } }[]) =>
  pulls.map(({ head }) => head.ref);

test('a function comes in a draft of its own, on top of the layout', async () => {
  const { ada, tell, pulls, ask, settle, asked } = await migrating([{ name: 'leaf' }]);
  expect(await tell('/migrate leaf')).toMatch(/`leaf` is migrated in draft pull request #\d/);
  const [setup, own] = await pulls();
  expect([setup?.head.ref, setup?.base.ref]).toEqual([SETUP_BRANCH, 'main']);
  expect([own?.head.ref, own?.base.ref, own?.draft]).toEqual([
    ...['rustward/migrate/leaf', SETUP_BRANCH, true],
  ]);
  const { data: files } = await ada.rest.pulls.listFiles({
    ...{ ...demo, pull_number: own?.number ?? 0 },
  });
  expect(files.map(({ filename }) => filename).sort()).toEqual([
    ...[`${RECORD}/a.c/leaf.json`, 'rust/src/leaf.rs'],
  ]);
  expect(own?.labels.map(({ name }) => name)).toEqual(['rustward: migration']);
  // Asked for again, it is there; no reader is asked once more.
  const before = asked().length;
  await ask('/migrate leaf');
  await settle();
  expect(branches(await pulls())).toHaveLength(2);
  expect(asked()).toHaveLength(before);
});

test('what cannot be begun is answered, and nothing is written', async () => {
  const { tell, pulls } = await migrating([
    ...[{ name: 'leaf' }, { name: 'top', needs: ['leaf'] }, { name: 'old', isMigrated: true }],
    ...[{ name: 'a.c:init' }, { name: 'b.c:init' }],
  ]);
  expect(await tell('/migrate leav')).toMatch(/no C function `leav`.*`leaf`/);
  expect(await tell('/migrate top')).toMatch(/`top` calls 1 function .*`leaf`.*--stack/s);
  expect(await tell('/migrate old')).toMatch(/migrated already/);
  expect(await tell('/migrate init')).toMatch(/--file a.c.*--file b.c/s);
  expect(await tell('/migrate ../../x')).toMatch(/no name of a C function/);
  expect(await tell('/migrate leaf', 'rita')).toMatch(/write access/);
  expect(await tell('/migrate status', 'rita')).toMatch(/1 of 5 C functions are in Rust/);
  expect(await pulls()).toEqual([]);
});

test('while a gate fails each instruction that begins something is told why', async () => {
  const { tell, pulls, pause, run, settle, repository, installation } = await migrating([
    { name: 'leaf' },
    { name: 'other' },
  ]);
  pause(['the score of the C is down 5 %']);
  const paused =
    /^\*\*The migration is paused\*\*: a gate fails\.\n\nthe score of the C is down 5 %/;
  for (const asked of ['/migrate leaf', '/migrate next 2', '/migrate retry leaf']) {
    expect(await tell(asked)).toMatch(paused);
  }
  const status = await tell('/migrate status');
  expect(status).toMatch(paused);
  expect(status).toContain('0 of 2 C functions are in Rust');
  const created = new Date().toISOString();
  await run({ kind: 'migrate-scheduled', repository, installation, created });
  await settle();
  expect(await pulls()).toEqual([]);
});

test('of two functions of one name each has a branch', async () => {
  const { tell, pulls } = await migrating([{ name: 'a.c:init' }, { name: 'b.c:init' }]);
  await tell('/migrate init --file a.c');
  await tell('/migrate init --file b.c');
  const own = branches(await pulls()).filter((ref) => /^rustward\/migrate\/init-/.test(ref));
  expect(new Set(own).size).toBe(2);
});

test('with --stack what it needs comes first, one on top of the other', async () => {
  const { tell, pulls } = await migrating([
    ...[{ name: 'leaf' }, { name: 'mid', needs: ['leaf'] }, { name: 'top', needs: ['mid'] }],
  ]);
  expect(await tell('/migrate top --stack')).toMatch(/`leaf`.*`mid`.*`top` is migrated/s);
  expect((await pulls()).map(({ head, base }) => [head.ref, base.ref]).slice(1)).toEqual([
    ['rustward/migrate/leaf', SETUP_BRANCH],
    ['rustward/migrate/mid', 'rustward/migrate/leaf'],
    ['rustward/migrate/top', 'rustward/migrate/mid'],
  ]);
});

test('what came to nothing is not among the next ones until somebody wants it', async () => {
  const { tell, says, showDashboard } = await migrating([{ name: 'leaf' }, { name: 'other' }]);
  const functions = [{ name: 'leaf', file: 'a.c' }];
  says('leaf', { kind: 'blocked', functions, reason: 'the tests fail' });
  await tell('/migrate leaf');
  await showDashboard();
  expect(await tell('/migrate next 2')).toMatch(/`other` is migrated/);
  expect(await tell('/migrate next 2')).toMatch(/nothing to begin with.*came to nothing/);
  says('leaf', readyPlan('leaf'));
  expect(await tell('/migrate retry leaf')).toMatch(/`leaf` is migrated/);
});

test('a plan that would write elsewhere is refused', async () => {
  const { tell, pulls, says } = await migrating([{ name: 'leaf' }]);
  says('leaf', readyPlan('leaf', [{ path: '.github/workflows/x.yml', content: 'x' }]));
  expect(await tell('/migrate leaf')).toMatch(/refused: it would change/);
  says('leaf', readyPlan('leaf', [{ path: '../x', content: 'x' }]));
  await expect(tell('/migrate leaf')).rejects.toThrow(
    /the result.json of the isolated worker is wrong/,
  );
  says('leaf', { ...readyPlan('leaf'), functions: [{ name: 'other', file: 'a.c' }] });
  expect(await tell('/migrate leaf')).toMatch(/of another function/);
  expect(branches(await pulls())).toEqual([SETUP_BRANCH]);
});

test('what could not be migrated is said, with the reason', async () => {
  const { tell, says, pulls } = await migrating([{ name: 'leaf' }]);
  says('leaf', {
    ...{ kind: 'blocked', functions: [{ name: 'leaf', file: 'a.c' }], reason: 'the @tests fail' },
  });
  const said = await tell('/migrate leaf');
  expect(said).toMatch(/`leaf` could not be migrated\. the `@tests` fail/);
  expect(branches(await pulls())).toEqual([SETUP_BRANCH]);
});

test('of one whose workers have all died it is said, and that it can be tried again', async () => {
  const { ask, waiting, deps, answers } = await migrating([{ name: 'leaf' }]);
  await ask('/migrate leaf');
  const [command] = waiting;
  if (command === undefined) throw new Error('nothing was asked for');
  await reportDiedMigration(command, await deps());
  expect((await answers()).at(-1)).toMatch(
    /`leaf`: Each worker that tried it ended on the way.*`\/migrate retry leaf`/,
  );
});

test('one that was closed is proposed again when somebody wants it', async () => {
  const { ada, tell, pulls, closed } = await migrating([{ name: 'leaf' }]);
  await tell('/migrate leaf');
  const own = (await pulls()).find(({ head }) => head.ref.endsWith('leaf'));
  const pull_number = own?.number ?? 0;
  await ada.rest.pulls.update({ ...demo, pull_number, state: 'closed' });
  await closed(pull_number);
  expect(await tell('/migrate leaf')).toMatch(/was closed.*`\/migrate retry leaf`/);
  expect(await tell('/migrate next 3')).toMatch(/nothing to begin with/);
  expect(await tell('/migrate retry leaf')).toMatch(/is migrated in draft pull request/);
  const all = (await pulls()).filter(({ head }) => head.ref.endsWith('leaf'));
  expect(all.map(({ state }) => state)).toEqual(['closed', 'open']);
});

test('after a merge the others go into the default branch, on what is there now', async () => {
  const { ada, tell, pulls, closed, asked, says } = await migrating([
    ...[{ name: 'one' }, { name: 'two' }],
  ]);
  await tell('/migrate one');
  await tell('/migrate two');
  const before = await pulls();
  const [setup] = before;
  const head = before.find(({ head: { ref } }) => ref.endsWith('two'))?.head.sha;
  await ada.rest.pulls.merge({ ...demo, pull_number: setup?.number ?? 0, merge_method: 'squash' });
  says('two', readyPlan('two'));
  await closed(setup?.number ?? 0);
  const open = (await pulls()).filter(({ state }) => state === 'open');
  expect(open.map(({ base }) => base.ref)).toEqual(['main', 'main']);
  // What was written before is taken once more; no model was asked.
  expect(asked().at(-1)).toBe(`two ${head}`);
  for (const { number } of open) {
    const { data } = await ada.rest.pulls.listFiles({ ...demo, pull_number: number });
    expect(data).toHaveLength(2);
    const { data: pull } = await ada.rest.pulls.get({ ...demo, pull_number: number });
    expect(pull.commits).toBe(1);
  }
});

test('what a person pushed stays', async () => {
  const { ada, github, tell, pulls, closed } = await migrating([{ name: 'one' }, { name: 'two' }]);
  await tell('/migrate one');
  const branch = 'rustward/migrate/one';
  const mine = await github.commit('ada/demo', branch, { 'rust/src/one.rs': '// by hand\n' });
  const [setup] = await pulls();
  await ada.rest.pulls.merge({ ...demo, pull_number: setup?.number ?? 0 });
  await closed(setup?.number ?? 0);
  expect(await tell('/migrate retry one')).toMatch(/another person has written to/i);
  const { data: ref } = await ada.rest.git.getRef({ ...demo, ref: `heads/${branch}` });
  expect(ref.object.sha).toBe(mine);
});

test('stop ends what is under way and what waits, and nothing that comes later', async () => {
  const { ask, asked, run, waiting, answers, slow, pulls, tell } = await migrating([
    ...[{ name: 'one' }, { name: 'two' }],
  ]);
  slow();
  await ask('/migrate one');
  await ask('/migrate two');
  const [one, two] = waiting.splice(0);
  if (one === undefined || two === undefined) throw new Error('nothing was asked for');
  const running = run(one);
  // It is under way once the reader, which takes its time, was asked for more than the survey.
  await eventually(() => expect(asked().at(-1)).toMatch(/^(?!survey )\w/));
  await ask('/migrate stop');
  await running;
  await run(two);
  const said = (await answers()).filter((body) => /Stopped/.test(body));
  expect(said).toHaveLength(2);
  expect(await pulls()).toEqual([]);
  expect(await tell('/migrate stop now')).toMatch(/takes nothing after it/);
});

test('many at once need an approval', async () => {
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
  const { ask, answers, waiting } = await migrating(names.map((name) => ({ name })));
  const id = await ask('/migrate next 6');
  expect((await answers()).at(-1)).toContain(`/approve ${id}`);
  expect(waiting).toEqual([]);
  await ask('/approve 1');
  expect((await answers()).at(-1)).toMatch(/nothing here that waits/);
  await ask(`/approve ${id}`);
  // As many as may be open at once.
  expect(waiting.map((one) => one.function.name)).toEqual(['a1', 'a2', 'a3']);
});

test('who is named in the configuration needs no approval, and nobody else', async () => {
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ({ name }));
  const begun = async (people: string) => {
    const configuration = `migration: { begin_without_approval: ${people} }`;
    const files = { '.github/rustward.yml': configuration };
    const { ask, waiting } = await migrating(names, undefined, files);
    await ask('/migrate next 6');
    return waiting.map((one) => one.function.name);
  };
  expect(await begun('[Ada, bob]')).toEqual(['a1', 'a2', 'a3']);
  expect(await begun('[bob]')).toEqual([]);
});

test('an answer that is lost is looked for before anything is written again', async () => {
  const { github, tell, pulls } = await migrating([{ name: 'leaf' }]);
  for (const operation of ['git/create-ref', 'pulls/create', 'git/create-commit']) {
    github.fail({ operation, kind: 'lose-answer', times: 2 });
  }
  expect(await tell('/migrate leaf')).toMatch(/is migrated/);
  expect(branches(await pulls())).toEqual([SETUP_BRANCH, 'rustward/migrate/leaf']);
});
