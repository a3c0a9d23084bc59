import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';
import type { GitHub } from './open-github.ts';

const HOUR = 3_600_000;
const MANIFEST = {
  ...{ name: 'My Ward', url: 'https://example.org', public: false },
  redirect_url: 'http://127.0.0.1:1/created',
  hook_attributes: { url: 'https://example.org/hooks' },
  ...{ default_permissions: { pull_requests: 'write' }, default_events: ['pull_request'] },
};

/** Sends a form, as a browser does. */
async function post(github: GitHub, path: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form);
  return await fetch(`${github.url}${path}`, { method: 'POST', body, redirect: 'manual' });
}

/** Registers an app; returns where the browser is sent then. */
async function registered(github: GitHub, owner = ''): Promise<URL> {
  const manifest = JSON.stringify(MANIFEST);
  const form = { manifest, owner, state: 'a state' };
  const answer = await post(github, '/settings/apps/manifest', form);
  return new URL(answer.headers.get('location') ?? '');
}

test('a manifest that is posted is shown, and becomes an app on a click', async () => {
  const github = await openedGitHub();
  const form = { manifest: JSON.stringify(MANIFEST) };
  const path = '/organizations/acme/settings/apps/new?state=a';
  const page = await (await post(github, path, form)).text();
  expect(page).toContain('name="owner" value="acme"');
  expect(page).toContain('name="name" value="My Ward"');
  const back = await registered(github, 'acme');
  expect([back.origin, back.pathname]).toEqual(['http://127.0.0.1:1', '/created']);
  expect(back.searchParams.get('state')).toBe('a state');
  const code = back.searchParams.get('code') ?? '';
  const { data } = await client(github).rest.apps.createFromManifest({ code });
  expect(data).toMatchObject({
    ...{ slug: 'my-ward', permissions: MANIFEST.default_permissions, events: ['pull_request'] },
    ...{ owner: { login: 'acme', type: 'Organization' } },
    pem: expect.stringMatching(/^-----BEGIN RSA PRIVATE KEY-----/),
    webhook_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
});

test('a code is good once, and for an hour', async () => {
  let now = Date.UTC(2026, 0, 1);
  const github = await openedGitHub({ now: () => now });
  const { rest } = client(github);
  const code = (await registered(github)).searchParams.get('code') ?? '';
  await rest.apps.createFromManifest({ code });
  await expect(rest.apps.createFromManifest({ code })).rejects.toMatchObject({ status: 404 });
  const late = (await registered(github)).searchParams.get('code') ?? '';
  now += HOUR;
  await expect(rest.apps.createFromManifest({ code: late })).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['a webhook on this machine', { hook_attributes: { url: 'http://localhost:3000/' } }],
  ['an event without its permission', { default_events: ['status'] }],
  ['a key that GitHub does not know', { events: [] }],
  ['a name that is too long', { name: 'n'.repeat(35) }],
])('%s is refused', async (_what, change) => {
  const github = await openedGitHub();
  const form = { manifest: JSON.stringify({ ...MANIFEST, ...change }) };
  expect((await post(github, '/settings/apps/new', form)).status).toBe(422);
});
