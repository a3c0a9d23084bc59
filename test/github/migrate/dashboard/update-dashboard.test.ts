import { expect, test } from '@jest/globals';
import type { Command, CommandOf } from '../../../../src/github/commands/command.ts';
import type { Survey } from '../../../../src/github/isolated-worker/survey.ts';
import { publishGateCheck } from '../../../../src/github/migrate/checks/gate-check.ts';
import { CHART_BRANCH } from '../../../../src/github/migrate/dashboard/publish-chart.ts';
import { updateDashboard } from '../../../../src/github/migrate/dashboard/update-dashboard.ts';
import { toCommands } from '../../../../src/github/webhooks/to-commands.ts';
import { exampleSurvey } from '../example-survey.ts';
import { demo, openedAccess } from '../opened-access.ts';

const CONFIGURATION = '.github/rustward.yml';

async function opened(survey: Survey = exampleSurvey(), files: Record<string, string> = {}) {
  const opened = await openedAccess({ 'a.c': 'int a;\n', ...files });
  const { ada, app, github, command } = opened;
  const requested: CommandOf<'migrate-function'>[] = [];
  const state = { survey };
  const deps = {
    ...{ ...opened.deps, serverUrl: github.url, survey: async () => state.survey },
    requestMigration: async (one: CommandOf<'migrate-function'>) => void requested.push(one),
  };
  const update = (more: Partial<CommandOf<'update-dashboard'>> = {}) =>
    updateDashboard({ kind: 'update-dashboard', ...command, ...more }, deps);
  const issues = async () => {
    const { data } = await ada.rest.issues.listForRepo({ ...demo, state: 'all' });
    return data;
  };
  const body = async () => (await issues())[0]?.body ?? '';
  /** What the app was told since, as commands. */
  const heard = async (): Promise<Command[]> => {
    await github.delivered();
    return app.received
      .splice(0)
      .filter(({ name }) => name.startsWith('issues '))
      .flatMap(({ payload }) => toCommands('issues', payload, app.app));
  };
  /** Has done what the app was told. */
  const follow = async () => {
    for (const one of await heard()) {
      if (one.kind === 'update-dashboard') await updateDashboard(one, deps);
    }
  };
  const lineOf = async (name: string) =>
    (await body()).split('\n').find((line) => line.includes(`[\`${name}\`]`)) ?? '';
  return { ...opened, state, deps, requested, update, issues, body, heard, follow, lineOf };
}

test('there is one dashboard, with a label and a picture, and doing it again changes nothing', async () => {
  const { ada, update, issues, app } = await opened();
  await update();
  const [issue, ...others] = await issues();
  expect(others).toEqual([]);
  expect(issue).toMatchObject({
    title: 'Migration to Rust',
    labels: [{ name: 'rustward: migration' }],
  });
  const branch = { ...demo, branch: CHART_BRANCH };
  const { data: first } = await ada.rest.repos.getBranch(branch);
  expect(first.commit.parents).toEqual([]);
  const picture = /!\[Progress of the migration\]\((\S+)\)/.exec(issue?.body ?? '')?.[1];
  expect(picture).toMatch(/\/ada\/demo\/blob\/rustward\/dashboard\/progress\.svg\?raw=true&v=/);
  await app.heard();
  await update();
  expect((await issues()).map(({ updated_at }) => updated_at)).toEqual([issue?.updated_at]);
  expect((await ada.rest.repos.getBranch(branch)).data.commit.sha).toBe(first.commit.sha);
  expect(await app.heard()).toEqual([]);
});

test('the picture is replaced, not piled up', async () => {
  const { ada, update, state, body } = await opened();
  await update();
  const before = await body();
  state.survey = exampleSurvey({ 'src/size.c#parse': { rust: 'size::parse' } });
  await update();
  expect(await body()).not.toBe(before);
  const { data } = await ada.rest.repos.listCommits({ ...demo, sha: CHART_BRANCH });
  expect(data).toHaveLength(1);
  const { data: svg } = await ada.rest.repos.getContent({
    ...{ ...demo, path: 'progress.svg', ref: CHART_BRANCH, mediaType: { format: 'raw' } },
  });
  expect(String(svg)).toContain('3 of 6 functions are in Rust');
});

test('a branch of that name that a person wrote stays as it is', async () => {
  const { github, ada, update, body } = await opened();
  const sha = await github.commit('ada/demo', CHART_BRANCH, { 'own.txt': 'mine\n' });
  await update();
  expect((await ada.rest.repos.getBranch({ ...demo, branch: CHART_BRANCH })).data.commit.sha).toBe(
    sha,
  );
  expect(await body()).not.toContain('![');
});

test('a tick of somebody who may write begins the function', async () => {
  const { github, update, issues, requested, follow, lineOf } = await opened();
  await update();
  const [issue] = await issues();
  await github.tickBox('ada/demo', issue?.number ?? 0, 'is_safe', 'wanda');
  await follow();
  expect(requested).toMatchObject([
    { function: { name: 'is_safe', file: 'src/path.c' }, reason: 'ticked', stack: false },
  ]);
  expect(await lineOf('is_safe')).toContain(': in work ');
  // Our own writing is an event, too, and says nothing.
  await follow();
  expect(requested).toHaveLength(1);
});

test('while a gate fails nothing is begun: the dashboard says why, and a tick waits', async () => {
  const reason = 'the score of the C went from 20.00 to `19.00` here';
  const { github, state, update, issues, body, requested, follow, lineOf } = await opened({
    ...{ ...exampleSurvey(), paused: [reason] },
  });
  await update();
  const [issue] = await issues();
  expect(await body()).toContain(
    '> [!WARNING]\n> **The migration is paused**: a gate fails.\n> \n> the score of the C went from 20.00 to \\`19.00\\` here\n',
  );
  await github.tickBox('ada/demo', issue?.number ?? 0, 'is_safe', 'wanda');
  await follow();
  expect(requested).toEqual([]);
  expect(await lineOf('is_safe')).toContain('- [x] ');
  // Once the gate is met, what was ticked is begun.
  state.survey = exampleSurvey();
  await update();
  expect(requested).toMatchObject([{ function: { name: 'is_safe' }, reason: 'ticked' }]);
  expect(await body()).not.toContain('paused');
});

test('a tick of somebody who may only read begins nothing, and says so once', async () => {
  const { github, ada, update, issues, requested, heard, deps, lineOf } = await opened();
  await update();
  const number = (await issues())[0]?.number ?? 0;
  await github.tickBox('ada/demo', number, 'is_safe', 'rita');
  for (const one of [...(await heard())].flatMap((same) => [same, same])) {
    if (one.kind === 'update-dashboard') await updateDashboard(one, deps);
  }
  expect(requested).toEqual([]);
  expect(await lineOf('is_safe')).toMatch(/^- \[ \] /);
  const { data } = await ada.rest.issues.listComments({ ...demo, issue_number: number });
  expect(data.map(({ body }) => body)).toEqual([
    expect.stringContaining('`rita` has changed a box above. Only people who may push'),
  ]);
});

test('a tick that was written over is not lost: the event says what was ticked', async () => {
  const { github, access, update, issues, body, requested, follow, lineOf } = await opened();
  await update();
  const number = (await issues())[0]?.number ?? 0;
  const before = await body();
  await github.tickBox('ada/demo', number, 'is_safe', 'wanda');
  await github.tickBox('ada/demo', number, '`join`', 'wanda');
  // We had read it before the ticks, and write now.
  await access.github.rest.issues.update({ ...demo, issue_number: number, body: before });
  await follow();
  expect(requested.map(({ function: { name } }) => name)).toEqual(['is_safe']);
  expect(await lineOf('join')).toMatch(/^- \[x\] .*begins after `is_safe`/);
});

test('what is wanted beyond the limit waits, and begins when there is room', async () => {
  const files = { [CONFIGURATION]: 'migration:\n  max_open: 1\n' };
  const { github, update, issues, requested, follow, lineOf, state } = await opened(
    exampleSurvey(),
    files,
  );
  await update();
  const number = (await issues())[0]?.number ?? 0;
  for (const name of ['is_safe', '`parse`', '`join`']) {
    await github.tickBox('ada/demo', number, name, 'wanda');
  }
  await follow();
  expect(requested.map(({ function: { name } }) => name)).toEqual(['is_safe']);
  expect(await lineOf('parse')).toMatch(/^- \[x\] .*its turn comes when there is room/);
  // It is merged: its caller comes before what is later in the order.
  state.survey = exampleSurvey({ 'src/path.c#is_safe': { rust: 'path::is_safe' } });
  await update({ news: { kind: 'ended', function: { name: 'is_safe', file: 'src/path.c' } } });
  expect(requested.map(({ function: { name } }) => name)).toEqual(['is_safe', 'join']);
  // It came to nothing: that is said, and the next one begins.
  const join = { name: 'join', file: 'src/path.c' };
  await update({ news: { kind: 'ended', function: join, reason: 'it does not build' } });
  expect(await lineOf('join')).toMatch(/^- \[ \] .*\*\*blocked\*\*: it does not build/);
  expect(requested.at(-1)?.function.name).toBe('parse');
});

test('a pull request that somebody breaks after it was ready is ready no more', async () => {
  const { github, access, update, lineOf } = await opened();
  const branch = 'rustward/migrate/parse';
  const { rest } = access.github;
  const judged = async (text: string, conclusion: 'success' | 'failure') => {
    const head = await github.commit('ada/demo', branch, { 'rust/src/size.rs': text });
    return async () => {
      await publishGateCheck(
        access,
        { number: 2, head },
        { conclusion, title: 'CI', summary: 'It ran.' },
      );
      await update();
    };
  };
  const first = await judged('fn parse() {}\n', 'success');
  const pull = { ...demo, title: 'parse', head: branch, base: 'main' };
  await rest.pulls.create(pull);
  await first();
  expect(await lineOf('parse')).toMatch(/\*\*ready: #\d\*\*/);
  const second = await judged('fn parse(\n', 'failure');
  await update();
  expect(await lineOf('parse')).toMatch(/#\d waits for its gate/);
  await second();
  expect(await lineOf('parse')).toMatch(/\*\*fails its gate: #\d\*\*/);
});

test('one that a person has closed is left alone, and no second one is opened', async () => {
  const { ada, update, issues, follow, state } = await opened();
  await update();
  const [issue] = await issues();
  const where = { ...demo, issue_number: issue?.number ?? 0 };
  await ada.rest.issues.update({ ...where, state: 'closed' });
  state.survey = exampleSurvey({ 'src/size.c#parse': { rust: 'size::parse' } });
  await update();
  expect(await issues()).toMatchObject([{ state: 'closed', body: issue?.body }]);
  // Who opens it again wants to see it as it is now.
  await ada.rest.issues.update({ ...where, state: 'open' });
  await follow();
  expect((await issues())[0]?.body).toContain('**3 of 6 C functions are in Rust**');
});

test('it is found without its label, and neither a copy nor another issue is taken for it', async () => {
  const { ada, update, issues, body } = await opened();
  await ada.rest.issues.create({
    ...demo,
    title: 'Migration to Rust',
    labels: ['rustward: migration'],
  });
  await update();
  const number = (await issues())[0]?.number ?? 0;
  await ada.rest.issues.create({ ...demo, title: 'a copy', body: await body() });
  await ada.rest.issues.removeLabel({ ...demo, issue_number: number, name: 'rustward: migration' });
  await update();
  expect((await issues()).map(({ title, user }) => [title, user?.login])).toEqual([
    ['a copy', 'ada'],
    ['Migration to Rust', 'ward[bot]'],
    ['Migration to Rust', 'ada'],
  ]);
});

test('an answer of GitHub that is lost makes no second one', async () => {
  const { github, update, issues } = await opened();
  github.fail({ operation: 'issues/create', kind: 'lose-answer' });
  await update();
  expect(await issues()).toHaveLength(1);
});

test('whoever does not want one gets none', async () => {
  const files = { [CONFIGURATION]: 'migration:\n  dashboard: false\n' };
  const { update, issues } = await opened(exampleSurvey(), files);
  await update();
  expect(await issues()).toEqual([]);
});
