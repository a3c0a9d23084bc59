import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import {
  appEnvironment,
  bring,
  KEYS,
  openedPull,
  rustward,
  SECRET,
  startApp,
} from './support/app-process.ts';
import { onEachDatabase, onPglite, onPostgres } from './support/databases.ts';
import { eventually } from './support/eventually.ts';
import { client, openedGitHub } from './support/opened-github.ts';

const EVENTS = ['pull_request', 'issue_comment'];
const PERMISSIONS = {
  checks: 'write',
  contents: 'read',
  issues: 'write',
  pull_requests: 'write',
} as const;

const INSTALLED = { action: 'created', installation: { id: 5 }, repositories: [] };

onEachDatabase((databases) => {
  test('a delivery is answered when it is written down, once, and is carried out', async () => {
    const app = await startApp(appEnvironment(await databases.place()), ['app']);
    const first = await bring(app.url, 'pull_request', openedPull());
    expect([first.status, await first.text()]).toEqual([200, 'ok\n']);
    expect((await bring(app.url, 'pull_request', openedPull())).status).toBe(200);
    await eventually(() =>
      expect(app.lines).toContainEqual(
        expect.objectContaining({ msg: 'job ended', key: '1 pull 1', outcome: 'done' }),
      ),
    );
    const outcomes = app.lines
      .filter(({ msg }) => msg === 'delivery')
      .map((line) => line['outcome']);
    expect(outcomes).toEqual(['accepted', 'known']);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('rustward_deliveries_total{event="pull_request",outcome="known"} 1');
    expect(metrics).toContain('rustward_jobs_total{lane="reviews",outcome="done"} 1');
    expect(metrics).toContain('rustward_jobs_waiting{lane="reviews"} 0');
    expect(app.text()).not.toContain('a person');
    expect(await app.end()).toBe(0);
  });

  test('who is not GitHub gets nowhere', async () => {
    const app = await startApp(appEnvironment(await databases.place()), ['app']);
    const webhooks = `${app.url}/api/github/webhooks`;
    const forged = await bring(app.url, 'pull_request', openedPull(), { secret: 'x'.repeat(40) });
    expect(forged.status).toBe(400);
    expect((await fetch(webhooks, { method: 'POST', body: '{}' })).status).toBe(400);
    const headers = { 'x-hub-signature-256': 'sha256=00', 'content-type': 'application/json' };
    const long = Buffer.alloc(26 * 1024 * 1024);
    const tooLong = await fetch(webhooks, { method: 'POST', headers, body: long }).then(
      ({ status }) => status,
      // The connection may end before all of it was sent.
      () => 413,
    );
    expect(tooLong).toBe(413);
    // Neither Probot's pages for setting up, nor anything else.
    const off = await fetch(`${app.url}/overview`);
    expect([off.status, await off.text()]).toEqual([404, expect.stringContaining('CLIENT_ID')]);
    for (const path of ['/', '/probot', '/probot/setup', '/probot/import', '/ping']) {
      expect((await fetch(`${app.url}${path}`)).status).toBe(404);
    }
    const odd = await bring(app.url, 'pull_request', { action: 'opened', words: 'of a person' });
    expect(odd.status).toBe(422);
    // What the App writes comes over a pipe, and may come behind its answer.
    await eventually(() =>
      expect(app.lines.filter(({ msg }) => msg === 'delivery')).toMatchObject([
        { outcome: 'unreadable', problem: expect.stringMatching(/^at /) },
      ]),
    );
    expect(app.text()).not.toMatch(/a person|words/);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });

  test('what GitHub could not bring while nobody was there is asked for at the start', async () => {
    const place = await databases.place();
    const github = await openedGitHub();
    const user = client(github, github.addUser('ada'));
    await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
    const id = github.addApp('ward', KEYS.publicKey, PERMISSIONS);
    const env = appEnvironment(place, { APP_ID: `${id}`, GITHUB_API_URL: github.url });
    const webhook = (url: string) => {
      const path = '/api/github/webhooks';
      github.setWebhook(id, { url: `${url}${path}`, secret: SECRET, events: EVENTS });
    };
    webhook('http://127.0.0.1:1');
    github.install(id, ['ada/demo']);
    await github.commit('ada/demo', 'change', { 'a.c': 'int a = 1;\n' });
    await user.rest.pulls.create({
      ...{ owner: 'ada', repo: 'demo', title: 'A change', head: 'change', base: 'main' },
    });
    await github.delivered();
    // GitHub knows the new address before the App asks: its port is known only once it has started.
    const first = await startApp(env);
    webhook(first.url);
    expect(await first.end()).toBe(0);
    const port = new URL(first.url).port;
    const app = await startApp({ ...env, PORT: port }, ['app']);
    await eventually(() =>
      expect(app.lines).toContainEqual(
        expect.objectContaining({ msg: 'delivery', event: 'pull_request', outcome: 'accepted' }),
      ),
    );
  });

  test('a new installation is looked at when it comes, and what it asked for ends with it', async () => {
    const place = await databases.place();
    const github = await openedGitHub();
    github.addUser('ada');
    await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
    const id = github.addApp('ward', KEYS.publicKey, PERMISSIONS);
    const env = appEnvironment(place, { APP_ID: `${id}`, GITHUB_API_URL: github.url });
    const app = await startApp(env, ['app', 'until-stopped']);
    const url = `${app.url}/api/github/webhooks`;
    // The look at the start; the next one is an hour later.
    await eventually(() => expect(app.text()).toContain('the app lacks the event workflow_run'));
    github.setWebhook(id, { url, secret: SECRET, events: EVENTS });
    const installation = github.install(id, ['ada/demo'], { metadata: 'read', checks: 'write' });
    const key = expect.stringMatching(/^\d+ look$/);
    await eventually(() =>
      expect(app.lines).toContainEqual(expect.objectContaining({ msg: 'job started', key })),
    );
    // What it was not granted is named without waiting for the hourly look.
    await eventually(() =>
      expect(app.text()).toContain('the installation on ada lacks the permission issues: write'),
    );
    github.uninstall(installation);
    await eventually(() =>
      expect(app.lines).toContainEqual(
        expect.objectContaining({ msg: 'job ended', key, outcome: 'withdrawn' }),
      ),
    );
    expect((await rustward(env, ['jobs'])).stdout).toMatch(/No job has failed.\n$/);
    const event = { action: 'suspend', installation: { id: 5 }, repositories: [] };
    for (const status of [200, 200])
      expect((await bring(app.url, 'installation', event, { id: 'twice' })).status).toBe(status);
    const odd = { action: 'created', installation: { id: 5 }, repositories: [{ id: 1 }] };
    expect((await bring(app.url, 'installation', odd, { id: 'odd' })).status).toBe(422);
    const outcomes = () =>
      app.lines.filter(({ msg }) => msg === 'delivery').map((line) => line['outcome']);
    await eventually(() =>
      expect(outcomes()).toEqual(['accepted', 'accepted', 'accepted', 'known', 'unreadable']),
    );
  });

  test('what is under way stops at the end of the process, and is done by the next one', async () => {
    const env = appEnvironment(await databases.place());
    const first = await startApp(env, ['app', 'until-stopped']);
    await bring(first.url, 'pull_request', openedPull());
    const line = (outcome: string) => expect.objectContaining({ msg: 'job ended', outcome });
    await eventually(() =>
      expect(first.lines).toContainEqual(expect.objectContaining({ msg: 'job started' })),
    );
    expect(await first.end('SIGINT')).toBe(0);
    expect(first.lines).toContainEqual(line('released'));
    const second = await startApp(env, ['app']);
    await eventually(() => expect(second.lines).toContainEqual(line('done')));
    expect(await second.end()).toBe(0);
  });

  test('what has failed is listed while the App runs, and tried again', async () => {
    const place = await databases.place();
    const env = appEnvironment(place);
    expect(await rustward(env, ['jobs'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/No job has failed.\n$/),
    });
    const broken = await startApp(env, ['app', 'fail']);
    const comment = {
      ...openedPull(),
      ...{ action: 'created', issue: { number: 7 } },
      comment: { id: 5, body: '/rustward help', user: { id: 3, login: 'ada', type: 'User' } },
    };
    await bring(broken.url, 'issue_comment', comment);
    const ended = () => broken.lines.filter(({ msg }) => msg === 'job ended').length;
    // Each attempt but the first would wait: something new of the same key is tried at once.
    for (let n = 2; n <= 5; n += 1) {
      await eventually(() => expect(ended()).toBe(n - 1));
      await bring(broken.url, 'issue_comment', comment, { id: `delivery-${n}` });
    }
    const listed = await eventually(async () => {
      const { stdout } = await rustward(env, ['jobs']);
      expect(stdout).toMatch(/^reviews: 0 waiting or under way\ninstructions: \d waiting/);
      expect(stdout).toMatch(/instructions {2}1 issue 7 {2}5 attempts: for the last time/);
      return stdout;
    });
    expect(await broken.end()).toBe(0);
    const app = await startApp(env, ['app']);
    const id = /^(\d+) /m.exec(listed)?.[1] ?? '';
    expect(await rustward(env, ['jobs', '--retry', '999'])).toMatchObject({
      ...{ status: 2, stderr: 'rustward: no job 999 has failed\n' },
    });
    expect(await rustward(env, ['jobs', '--retry', id])).toMatchObject({ status: 0 });
    await eventually(async () => {
      const { stdout } = await rustward(env, ['jobs', '--format', 'json']);
      expect(JSON.parse(stdout)).toMatchObject({ failed: [] });
    });
    expect(await app.end()).toBe(0);
  });
});

onPglite((databases) => {
  test('the start names what is not granted, and goes on', async () => {
    const github = await openedGitHub();
    await github.addRepository('ada/demo');
    const id = github.addApp('ward', KEYS.publicKey, PERMISSIONS);
    const hook = { url: 'http://127.0.0.1:1', secret: SECRET, events: ['issue_comment'] };
    github.setWebhook(id, hook);
    github.install(id, ['ada/demo']);
    const more = { APP_ID: `${id}`, GITHUB_API_URL: github.url };
    const app = await startApp(appEnvironment(await databases.place(), more), ['app']);
    const line = (level: string, lacks: string) =>
      expect.objectContaining({
        level,
        msg: expect.stringContaining(`the app lacks the ${lacks}`),
      });
    await eventually(() => {
      expect(app.lines).toContainEqual(line('error', 'event pull_request; without it'));
      expect(app.lines).toContainEqual(line('warn', 'permission security_events: write; without'));
      expect(app.lines).toContainEqual(line('warn', 'permission contents: write; without it'));
    });
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await bring(app.url, 'pull_request', openedPull())).status).toBe(200);
    expect(await app.end()).toBe(0);
  });
});

onPglite((databases) => {
  test('a look at what is granted that fails is told, at the start and for a new installation', async () => {
    // Which has no such app.
    const more = { GITHUB_API_URL: (await openedGitHub()).url };
    const app = await startApp(appEnvironment(await databases.place(), more), ['app']);
    const told = (times: number) =>
      eventually(() => {
        const lines = app.lines.filter(({ msg }) => msg === 'looking at what is granted failed');
        expect(lines).toHaveLength(times);
      });
    await told(1);
    expect((await bring(app.url, 'installation', INSTALLED)).status).toBe(200);
    await told(2);
    expect(await app.end()).toBe(0);
  });

  test('the end does not wait for a GitHub that gives no answer', async () => {
    const asked: string[] = [];
    const silent = createServer(({ url = '' }) => asked.push(url))
      .listen(0, '127.0.0.1')
      .unref();
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const more = { GITHUB_API_URL: `http://127.0.0.1:${port}` };
    const app = await startApp(appEnvironment(await databases.place(), more), ['app']);
    await eventually(() => expect(asked).not.toEqual([]));
    // Looks at what is granted, beside what the start asks.
    expect((await bring(app.url, 'installation', INSTALLED)).status).toBe(200);
    await eventually(() => expect(asked.length).toBeGreaterThan(1));
    expect(await app.end()).toBe(0);
    // It would have been given up after half a minute.
    expect(app.text()).not.toContain('failed');
    silent.closeAllConnections();
    silent.close();
  });
});

onPostgres((databases) => {
  test('while the database is gone a delivery is refused, and accepted when it is back', async () => {
    const app = await startApp(appEnvironment(await databases.place()), ['app']);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    await databases.server().stop();
    expect((await bring(app.url, 'pull_request', openedPull())).status).toBe(503);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    await databases.server().start();
    await eventually(async () =>
      expect((await bring(app.url, 'pull_request', openedPull())).status).toBe(200),
    );
    await eventually(() =>
      expect(app.lines).toContainEqual(
        expect.objectContaining({ msg: 'job ended', outcome: 'done' }),
      ),
    );
  });

  test('workers in processes of their own share what the App accepts', async () => {
    const env = appEnvironment(await databases.place());
    const app = await startApp(env, ['app-only']);
    const workers = [await startApp(env, ['worker', '50']), await startApp(env, ['worker', '50'])];
    for (let n = 1; n <= 20; n += 1) {
      await bring(app.url, 'pull_request', openedPull(n), { id: `delivery-${n}` });
    }
    const isReview = (line: (typeof workers)[number]['lines'][number]) =>
      line['lane'] === 'reviews' && line['outcome'] === 'done';
    const doneBy = () => workers.map(({ lines }) => lines.filter(isReview).length);
    await eventually(() => expect(doneBy().reduce((sum, n) => sum + n, 0)).toBe(20));
    expect(Math.min(...doneBy())).toBeGreaterThan(0);
    for (const worker of workers) expect(await worker.end()).toBe(0);
  });
});
