import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { GATE_NAME } from '../src/github/migrate/checks/gate-check.ts';
import { knows } from './fakes/migration-plans.ts';
import { registerApp, startApp } from './support/app-on-github.ts';
import { eventually } from './support/eventually.ts';
import { client, openedGitHub } from './support/opened-github.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('support/migration-app.ts', import.meta.url));
const READER = fileURLToPath(new URL('fakes/migration-worker.ts', import.meta.url));
const demo = { owner: 'ada', repo: 'demo' };
const MILLISECONDS = 60_000;

test('a tick on the dashboard becomes a pull request, by the real App', async () => {
  const github = await openedGitHub({ webhookTimeout: 60_000 });
  const { rest } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
  const app = await registerApp(github, ['ada/demo']);
  const folder = temporaryFolder();
  const reader = join(folder, 'reader');
  mkdirSync(reader);
  knows(reader, [{ name: 'first' }, { name: 'second' }]);
  const running = await startApp(github, { app, folder, program: [PROGRAM, READER, reader] });
  try {
    const { data: issue } = await rest.issues.create({ ...demo, title: 'To Rust' });
    const asked = { ...demo, issue_number: issue.number };
    await rest.issues.createComment({ ...asked, body: '/migrate first' });
    const dashboard = await eventually(async () => {
      const { data } = await rest.issues.listForRepo({ ...demo, labels: 'rustward: migration' });
      const found = data.find(({ title, pull_request }) => title.includes('Rust') && !pull_request);
      expect(found?.body).toMatch(/`first`\].*: draft #\d/);
      return { number: found?.number ?? 0, body: found?.body ?? '' };
    }, MILLISECONDS);
    expect(dashboard.body).toMatch(/- \[ \] \[`second`\].*: not started/);
    await github.tickBox('ada/demo', dashboard.number, '`second`', 'ada');
    const pull = await eventually(async () => {
      const { data } = await rest.pulls.list({ ...demo, head: 'ada:rustward/migrate/second' });
      expect(data).toHaveLength(1);
      return data[0];
    }, MILLISECONDS);
    const lineOf = async (name: string) => {
      const { data } = await rest.issues.get({ ...demo, issue_number: dashboard.number });
      return data.body?.split('\n').find((line) => line.includes(`[\`${name}\`]`)) ?? '';
    };
    await eventually(
      async () => expect(await lineOf('second')).toContain(`: draft #${pull?.number}`),
      MILLISECONDS,
    );
    // No CI has run: the gate of both waits.
    await eventually(async () => {
      const { data } = await rest.checks.listForRef({ ...demo, ref: pull?.head.sha ?? '' });
      const gate = data.check_runs.find(({ name }) => name === GATE_NAME);
      expect(gate?.output.title).toBe('No CI has run');
    }, MILLISECONDS);
  } finally {
    await running.stop();
  }
  expect(github.problems).toEqual([]);
}, 240_000);
