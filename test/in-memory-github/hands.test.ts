import { expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };

/** An app that hears of issues and checks, and a second one with the same rights. */
async function opened() {
  const github = await openedGitHub();
  const { rest } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo');
  const head_sha = await github.commit('ada/demo', 'main', { 'a.c': 'int a;\n' });
  const permissions = { checks: 'write', issues: 'write', pull_requests: 'write' };
  const events = ['issues', 'pull_request'];
  const app = await listeningApp(github, permissions, { events });
  const other = await listeningApp(github, permissions);
  const installation = github.install(app.app, ['ada/demo']);
  github.install(other.app, ['ada/demo']);
  const { rest: bot } = await app.bot(installation);
  return { github, rest, bot, app, other, head_sha };
}

test('buttons of a check, and running it again, are heard by its app alone', async () => {
  const { github, rest, bot, app, other, head_sha } = await opened();
  const actions = [{ label: 'Explain', description: 'why', identifier: 'explain' }];
  const check = { ...demo, name: 'review', head_sha, conclusion: 'failure', actions } as const;
  const { data } = await bot.checks.create(check);
  await Promise.all([app.heard(), other.heard()]);
  await github.clickAction('ada/demo', data.id, 'explain', 'ada');
  await github.rerunCheck('ada/demo', data.id, 'ada');
  await rest.checks.rerequestRun({ ...demo, check_run_id: data.id });
  const suite = data.check_suite?.id ?? 0;
  await github.rerunSuite('ada/demo', suite, 'ada');
  await rest.checks.rerequestSuite({ ...demo, check_suite_id: suite });
  await github.delivered();
  expect(app.received.map(({ payload }) => payload)).toMatchObject([
    {
      ...{ action: 'requested_action', requested_action: { identifier: 'explain' } },
      ...{ sender: { login: 'ada' }, check_run: { id: data.id, conclusion: 'failure' } },
    },
    { action: 'rerequested', check_run: { id: data.id } },
    { action: 'rerequested', check_run: { id: data.id } },
    { action: 'rerequested', check_suite: { id: suite } },
    { action: 'rerequested', check_suite: { id: suite } },
  ]);
  expect(await other.heard()).toEqual([]);
  const none = github.clickAction('ada/demo', data.id, 'other', 'ada');
  await expect(none).rejects.toThrow('there is no button other of review');
});

test('suites are found by their commit, and have their runs', async () => {
  const { bot, app, head_sha } = await opened();
  await bot.checks.create({ ...demo, name: 'one', head_sha, conclusion: 'success' });
  const { data } = await bot.checks.listSuitesForRef({ ...demo, ref: 'main', app_id: app.app });
  expect(data).toMatchObject({
    total_count: 1,
    check_suites: [{ head_branch: 'main', status: 'completed', conclusion: 'success' }],
  });
  const suite = { ...demo, check_suite_id: data.check_suites[0]?.id ?? 0 };
  expect((await bot.checks.getSuite(suite)).data).toMatchObject({ head_sha });
  const runs = await bot.checks.listForSuite(suite);
  expect(runs.data).toMatchObject({ total_count: 1, check_runs: [{ name: 'one' }] });
});

test('a checkbox is ticked', async () => {
  const { github, rest, app } = await opened();
  const body = 'Next:\n\n- [x] one\n- [ ] two\n- [ ] three\n';
  const { data } = await rest.issues.create({ ...demo, title: 'Dashboard', body });
  await app.heard();
  await github.tickBox('ada/demo', data.number, 'two', 'ada');
  await github.delivered();
  expect(app.received[0]?.payload).toMatchObject({
    ...{ action: 'edited', changes: { body: { from: body } } },
    issue: { body: 'Next:\n\n- [x] one\n- [x] two\n- [ ] three\n' },
  });
  await expect(github.tickBox('ada/demo', data.number, 'one', 'ada')).rejects.toThrow('checkbox');
  await github.editBody('ada/demo', data.number, 'Done.', 'ada');
  await github.delivered();
  expect(app.received[1]?.payload).toMatchObject({
    ...{ action: 'edited', changes: { body: { from: expect.stringContaining('three') } } },
    issue: { body: 'Done.' },
  });
});

test('a draft is marked ready', async () => {
  const { github, rest, app } = await opened();
  await github.commit('ada/demo', 'topic', { 'b.c': 'b\n' });
  const request = { ...demo, title: 't', head: 'topic', base: 'main', draft: true };
  const { data } = await rest.pulls.create(request);
  await app.heard();
  await github.markReady('ada/demo', data.number, 'ada');
  expect(await app.heard()).toEqual(['pull_request ready_for_review']);
});
