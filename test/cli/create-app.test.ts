import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { findChromium, launchChromium } from '../../scripts/chromium.ts';
import { type CreateAppRequest, createApp } from '../../src/cli/create-app.ts';
import { openAppClients } from '../../src/github/api/app-clients.ts';
import { loadServerSettings } from '../../src/github/app/settings.ts';
import { loadAppManifest } from '../../src/github/registration/app-manifest.ts';
import { closeServer, listen } from '../../src/github/server/listen.ts';
import { rustward, startRustward } from '../support/command-line.ts';
import { client, openedGitHub } from '../support/opened-github.ts';
import { asDocker, asShell } from '../support/settings-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const URL_OF_APP = 'https://ward.example.org';
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A GitHub whose REST interface is where GitHub Enterprise has it. */
async function enterprise(github: { readonly url: string }) {
  const server = createServer(async (request, response) => {
    const path = request.url?.startsWith('/api/v3/') ? request.url.slice('/api/v3'.length) : '/x';
    const { method = 'GET', headers } = request;
    const body = await text(request);
    const answer = await fetch(`${github.url}${path}`, {
      ...{ method, ...(body !== '' && { body }) },
      headers: { ...(headers.authorization && { authorization: headers.authorization }) },
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  closers.push(() => closeServer(server));
  return { GITHUB_API_URL: `${url}/api/v3`, GITHUB_SERVER_URL: github.url };
}

/** The GitHub of the tests as it is. */
const local = ({ url }: { readonly url: string }) => ({
  ...{ GITHUB_API_URL: url, GITHUB_SERVER_URL: url },
});

/** The status that a page has for a browser that was led there by another name. */
function statusAs(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers: { host } }, (answer) => resolve(answer.statusCode));
    asked.on('error', reject);
  });
}

/** Starts the command, and waits for the address of its page. */
async function started(request: Partial<CreateAppRequest> = {}) {
  const folder = temporaryFolder();
  const output = join(folder, 'app.env');
  const { promise: told, resolve: end } = Promise.withResolvers<void>();
  const page = Promise.withResolvers<string>();
  const printed: string[] = [];
  const ended = createApp({
    ...{ env: {}, url: URL_OF_APP, output, replace: false, port: 0, told },
    ...request,
    print(line) {
      printed.push(line);
      page.resolve(/http\S+/.exec(line)?.[0] ?? '');
    },
  });
  ended.catch(page.reject);
  closers.push(async () => {
    end();
    await ended.catch(() => {});
  });
  return { folder, output, ended, end, page: await page.promise, printed };
}

/** The address and the fields of the form on a page. */
function formOf(html: string) {
  const unescaped = (value = '') =>
    value
      .replace(/&#39;/g, "'")
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&');
  const inputs = [...html.matchAll(/<input [^>]*name="(\w+)" value="([^"]*)"/g)];
  const fields = inputs.map(([, name = '', value]) => [name, unescaped(value)] as const);
  return {
    action: unescaped(/<form [^>]*action="([^"]+)"/.exec(html)?.[1]),
    fields: Object.fromEntries<string>(fields),
  };
}

async function sent(action: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields);
  return await fetch(action, { method: 'POST', body, redirect: 'manual' });
}

/** Presses the button of our page and that of GitHub's; returns where GitHub leads back to. */
async function pressed(page: string): Promise<string> {
  const ours = formOf(await (await fetch(page)).text());
  const theirs = formOf(await (await sent(ours.action, ours.fields)).text());
  const created = await sent(new URL(theirs.action, ours.action).href, theirs.fields);
  return created.headers.get('location') ?? '';
}

describe('rustward app create', () => {
  test('the App of app.yml is created, and its settings are in a file for its owner alone', async () => {
    const github = await openedGitHub();
    const place = await enterprise(github);
    const { page, output, ended, printed, folder } = await started({
      ...{ env: place, organization: 'acme' },
    });
    const done = await fetch(await pressed(page));
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining(`${github.url}/apps/rustward/installations/new`),
    ]);
    await ended;
    expect(readdirSync(folder)).toEqual(['app.env']);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    const env = asDocker(readFileSync(output, 'utf8'));
    expect(env).toMatchObject(place);
    expect(asShell(output)).toEqual(env);
    const said = printed.join('');
    expect(said).toContain(`${github.url}/apps/rustward is created.`);
    for (const secret of [env['PRIVATE_KEY'], env['WEBHOOK_SECRET'], env['CLIENT_SECRET']]) {
      expect(secret?.length).toBeGreaterThanOrEqual(32);
      expect(said).not.toContain(secret);
    }
    // What is in the file starts an App that GitHub knows, with all that it asks for.
    const settings = loadServerSettings(env);
    expect(settings.signIn).toEqual({
      ...{ clientId: env['CLIENT_ID'], clientSecret: env['CLIENT_SECRET'] },
    });
    const { slug, permissions, events } = await openAppClients(settings).self();
    const manifest = loadAppManifest();
    expect({ slug, permissions, events }).toEqual({
      ...{ slug: 'rustward', permissions: manifest.default_permissions },
      events: manifest.default_events,
    });
    const { data: app } = await client(github).rest.apps.getBySlug({ app_slug: 'rustward' });
    expect(app?.owner).toMatchObject({ login: 'acme' });
  });

  test('GitHub is told where the App hears of events', async () => {
    const { page } = await started({ url: 'https://ward.example.org/sub/' });
    const { action, fields } = formOf(await (await fetch(page)).text());
    expect(action).toMatch(/^https:\/\/github\.com\/settings\/apps\/new\?state=[0-9a-f]{64}$/);
    expect(JSON.parse(fields['manifest'] ?? '')).toEqual({
      ...loadAppManifest(),
      hook_attributes: { url: 'https://ward.example.org/sub/api/github/webhooks', active: true },
      redirect_url: `${new URL(page).origin}/created`,
      callback_urls: ['https://ward.example.org/sub/overview/callback'],
    });
  });

  test('who does not come from its page gets nowhere, and it goes on', async () => {
    const github = await openedGitHub();
    const { page, output, ended } = await started({ env: local(github) });
    const back = new URL(await pressed(page));
    const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
    const forged = new URL(back);
    forged.searchParams.set('state', 'f'.repeat(64));
    expect(await status(forged.href)).toBe(403);
    forged.searchParams.delete('state');
    expect(await status(forged.href)).toBe(403);
    expect(await status(new URL('/', back).href)).toBe(404);
    expect(await statusAs('another.example.org', page)).toBe(403);
    expect(existsSync(output)).toBe(false);
    expect(await status(back.href)).toBe(200);
    await ended;
  });

  test('a code that GitHub does not take is said, and leaves nothing', async () => {
    const github = await openedGitHub();
    const { page, folder, ended } = await started({ env: local(github) });
    const back = new URL(await pressed(page));
    back.searchParams.set('code', 'another');
    const refused = expect(ended).rejects.toThrow(
      `${github.url} gave out no key of the app: it answered with status 404; delete the app on GitHub`,
    );
    expect((await fetch(back)).status).toBe(502);
    await refused;
    expect(readdirSync(folder)).toEqual([]);
  });

  test('it ends when it is told to, and leaves nothing', async () => {
    const { folder, end, ended } = await started();
    expect(readdirSync(folder)).toHaveLength(1);
    end();
    await expect(ended).rejects.toThrow('ended before there was an App');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file that is there stays, unless it is to be replaced', async () => {
    const github = await openedGitHub();
    const output = join(temporaryFolder({ 'app.env': 'APP_ID=1\n' }), 'app.env');
    await expect(started({ output })).rejects.toThrow(`${output} exists`);
    const { page, ended } = await started({ output, env: local(github), replace: true });
    expect(readFileSync(output, 'utf8')).toBe('APP_ID=1\n');
    await fetch(await pressed(page));
    await ended;
    expect(asDocker(readFileSync(output, 'utf8'))['APP_ID']).not.toBe('1');
    expect(statSync(output).mode & 0o777).toBe(0o600);
  });

  test('a file that comes meanwhile stays, too, and the key is not lost', async () => {
    const github = await openedGitHub();
    const { page, folder, output, ended } = await started({ env: local(github) });
    const back = await pressed(page);
    writeFileSync(output, 'mine\n');
    const refused = expect(ended).rejects.toThrow(`cannot write ${output}: it exists`);
    expect(await (await fetch(back)).text()).toContain('what it was to hold is in');
    await refused;
    expect(readFileSync(output, 'utf8')).toBe('mine\n');
    const draft = join(folder, readdirSync(folder).find((name) => name !== 'app.env') ?? '');
    expect(asDocker(readFileSync(draft, 'utf8'))['PRIVATE_KEY']).not.toBe(undefined);
    expect(statSync(draft).mode & 0o777).toBe(0o600);
  });

  test.each([
    [{ url: 'ward.example.org' }, '--url ward.example.org: name the address of the App'],
    [{ url: 'http://localhost:3000' }, 'GitHub cannot reach it there'],
    [{ env: { GITHUB_SERVER_URL: 'https://ghe.example.org' } }, 'GITHUB_SERVER_URL is set alone'],
    [{ output: '/nowhere/app.env' }, 'cannot write /nowhere/app.env'],
  ])('refuses %j', async (request, message) => {
    await expect(started(request)).rejects.toThrow(message);
  });

  test('the command line asks for the address of the App', () => {
    const { status, stderr } = rustward(['app', 'create'], temporaryFolder());
    expect([status, stderr]).toEqual([2, expect.stringContaining('--url <address>')]);
  });
});

// Counted as skipped, with this name, on a machine that has no browser.
const inBrowser = findChromium() === undefined ? describe.skip : describe;

inBrowser('the page in a browser (needs chromium)', () => {
  test('two clicks create the App, and the process says so without what is secret', async () => {
    const github = await openedGitHub();
    const folder = temporaryFolder();
    const address = Promise.withResolvers<string>();
    const process = startRustward(
      ['app', 'create', '--url', URL_OF_APP, '--output', join(folder, 'app.env')],
      { ...local(github), PATH: globalThis.process.env['PATH'], HOME: folder },
      (stdout) => {
        const [url] = /http:\S+/.exec(stdout) ?? [];
        if (url !== undefined) address.resolve(url);
      },
    );
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(await address.promise);
      await page.getByRole('button', { name: 'Create it on GitHub' }).click();
      await page.getByRole('button', { name: 'Create GitHub App' }).click();
      await page.getByRole('heading', { name: 'The App is created' }).waitFor();
      // That of a page without an icon.
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    } finally {
      await browser.close();
    }
    const { status, stdout, stderr } = await process;
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toHaveLength(4);
    const env = asDocker(readFileSync(join(folder, 'app.env'), 'utf8'));
    expect(stdout).not.toContain(env['WEBHOOK_SECRET']);
    expect(stdout).not.toContain(env['PRIVATE_KEY']);
  });
});
