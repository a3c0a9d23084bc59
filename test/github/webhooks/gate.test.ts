import { expect, test } from '@jest/globals';
import { commandSchema } from '../../../src/github/commands/command.ts';
import { toCommands } from '../../../src/github/webhooks/to-commands.ts';
import { listeningApp } from '../../support/listening-app.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const BRANCH = 'rustward/migrate/f';
const EVENTS = ['pull_request', 'check_run', 'check_suite', 'workflow_run', 'status'];
const PERMISSIONS = {
  ...{ actions: 'read', checks: 'write', contents: 'write', pull_requests: 'write' },
  ...{ statuses: 'read' },
} as const;

async function opened() {
  const github = await openedGitHub({ webhookTimeout: 60_000 });
  const { rest } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo');
  const app = await listeningApp(github, PERMISSIONS, { events: EVENTS });
  const installation = github.install(app.app, ['ada/demo']);
  const commands = async () => {
    await github.delivered();
    const all = app.received
      .splice(0)
      .flatMap(({ headers, payload }) =>
        toCommands(`${headers['x-github-event']}`, payload, app.app),
      );
    for (const command of all) expect(commandSchema.parse(command)).toEqual(command);
    return all.filter(({ kind }) => /^(?:judge|link)-migration$|^exempt-from-gate$/.test(kind));
  };
  const { data } = await rest.repos.get(demo);
  const place = { repository: { id: data.id, owner: 'ada', name: 'demo' }, installation };
  const judge = { kind: 'judge-migration', ...place, branch: BRANCH, isAsked: false };
  const link = { ...judge, kind: 'link-migration' };
  const { rest: bot } = await app.bot(installation);
  return { github, rest, bot, app, commands, place, judge, link };
}

test('what the gate comes to moves the dashboard', async () => {
  const { github, bot, app, commands, place } = await opened();
  const head_sha = await github.commit('ada/demo', BRANCH, { 'a.rs': 'a\n' });
  const other = await github.commit('ada/demo', 'change', { 'a.c': 'a\n' });
  await commands();
  const check = { ...demo, name: 'gate', external_id: 'gate 7', status: 'completed' } as const;
  await bot.checks.create({ ...check, head_sha, conclusion: 'failure' });
  await bot.checks.create({ ...check, head_sha: other, conclusion: 'neutral' });
  await github.delivered();
  const heard = app.received.flatMap(({ headers, payload }) =>
    toCommands(`${headers['x-github-event']}`, payload, app.app),
  );
  expect(heard).toEqual([{ kind: 'update-dashboard', ...place }]);
});

test('a branch of a migration is judged when it is pushed to, and when others are done', async () => {
  const { github, rest, commands, judge, link } = await opened();
  const sha = await github.commit('ada/demo', BRANCH, { 'a.rs': 'a\n' });
  expect(await commands()).toEqual([]);
  await rest.pulls.create({ ...demo, title: 't', head: BRANCH, base: 'main' });
  expect(await commands()).toEqual([judge, link]);
  await github.runWorkflow('ada/demo', {
    ...{ branch: BRANCH, jobs: [{ name: 'cargo', conclusion: 'success' }] },
  });
  // A workflow that is queued, its job, its suite, its end.
  expect(await commands()).toEqual([judge, judge, judge, judge]);
  await rest.repos.createCommitStatus({ ...demo, sha, state: 'pending' });
  expect(await commands()).toEqual([]);
  await rest.repos.createCommitStatus({ ...demo, sha, state: 'success' });
  expect(await commands()).toEqual([judge]);
});

test('checks of our own are nothing to go by, but a person may want the gate again', async () => {
  const { github, bot, commands, judge } = await opened();
  const head_sha = await github.commit('ada/demo', BRANCH, { 'a.rs': 'a\n' });
  const check = { ...demo, name: 'gate', head_sha, conclusion: 'failure', external_id: 'gate 7' };
  const { data } = await bot.checks.create({ ...check, conclusion: 'failure' });
  expect(await commands()).toEqual([]);
  await github.rerunCheck('ada/demo', data.id, 'ada');
  expect(await commands()).toEqual([{ ...judge, isAsked: true }]);
});

test('the C program is tested with a new head, and when a person asks; its end is judged', async () => {
  const { github, rest, bot, commands, judge, link } = await opened();
  await github.commit('ada/demo', BRANCH, { 'a.rs': 'a\n' });
  const { data: pull } = await rest.pulls.create({
    ...demo,
    title: 't',
    head: BRANCH,
    base: 'main',
  });
  expect(await commands()).toEqual([judge, link]);
  const head_sha = await github.commit('ada/demo', BRANCH, { 'a.rs': 'b\n' });
  expect(await commands()).toEqual([judge, link]);
  const check = { ...demo, name: 'link', head_sha, external_id: 'link 1' };
  const { data } = await bot.checks.create({ ...check, status: 'in_progress' });
  expect(await commands()).toEqual([]);
  await bot.checks.update({ ...demo, check_run_id: data.id, conclusion: 'neutral' });
  expect(await commands()).toEqual([judge]);
  await github.rerunCheck('ada/demo', data.id, 'ada');
  expect(await commands()).toEqual([{ ...link, isAsked: true }]);
  await rest.pulls.update({ ...demo, pull_number: pull.number, state: 'closed' });
  expect(await commands()).toEqual([link]);
});

test('the layout of a crate is judged, and has nothing to test', async () => {
  const { github, rest, commands, judge } = await opened();
  await github.commit('ada/demo', 'rustward/migrate-setup', { 'a.rs': 'a\n' });
  await rest.pulls.create({ ...demo, title: 't', head: 'rustward/migrate-setup', base: 'main' });
  expect(await commands()).toEqual([{ ...judge, branch: 'rustward/migrate-setup' }]);
});

test('a pull request that is no migration may need a word of the gate', async () => {
  const { github, rest, commands, place } = await opened();
  const head = await github.commit('ada/demo', 'change', { 'a.c': 'a\n' });
  await rest.pulls.create({ ...demo, title: 't', head: 'change', base: 'main' });
  const exempt = { kind: 'exempt-from-gate', ...place, into: 'main', pull: 1 };
  expect(await commands()).toEqual([{ ...exempt, head }]);
  // A branch of a fork is none of ours, whatever it is called.
  github.addUser('eve');
  const fork = await github.addFork('ada/demo', 'eve');
  const theirs = await github.commit(fork, BRANCH, { 'b.c': 'b\n' });
  await rest.pulls.create({ ...demo, title: 't', head: `eve:${BRANCH}`, base: 'main' });
  expect(await commands()).toEqual([{ ...exempt, head: theirs, pull: 2 }]);
});
