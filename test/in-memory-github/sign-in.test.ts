import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { KEYS } from '../support/app-process.ts';
import { client, openedGitHub } from '../support/opened-github.ts';
import type { GitHub } from './open-github.ts';

const BACK = 'http://127.0.0.1:1/back';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

async function opened() {
  let now = Date.UTC(2026, 0, 1);
  const github = await openedGitHub({ now: () => now });
  for (const login of ['ada', 'bob']) github.addUser(login);
  await github.addRepository('ada/open');
  await github.addRepository('ada/secret', { private: true });
  await github.addRepository('ada/elsewhere', { private: true });
  const app = github.addApp('ward', KEYS.publicKey, { metadata: 'read' });
  github.install(app, ['ada/open', 'ada/secret']);
  const credentials = github.addSignIn(app, [BACK]);
  return { github, credentials, pass: (milliseconds: number) => (now += milliseconds) };
}

type Opened = Awaited<ReturnType<typeof opened>>;

async function codeOf({ github, credentials }: Opened, login: string): Promise<string> {
  const body = new URLSearchParams({
    ...{ client_id: credentials.clientId, state: 'a state', login },
    ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
  });
  const url = `${github.url}/login/oauth/authorize`;
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.href.startsWith(`${BACK}?`)).toBe(true);
  expect(back.searchParams.get('state')).toBe('a state');
  return back.searchParams.get('code') ?? '';
}

async function exchanged(github: GitHub, form: Readonly<Record<string, string>>) {
  const answer = await fetch(`${github.url}/login/oauth/access_token`, {
    ...{ method: 'POST', body: new URLSearchParams(form) },
    headers: { accept: 'application/json' },
  });
  return await answer.json();
}

test('a code is exchanged once, with the secret and the verifier, within ten minutes', async () => {
  const world = await opened();
  const { github, credentials, pass } = world;
  const form = async (more = {}) => ({
    ...{ client_id: credentials.clientId, client_secret: credentials.clientSecret },
    ...{ code: await codeOf(world, 'ada'), code_verifier: VERIFIER, ...more },
  });
  const good = await form();
  expect(await exchanged(github, good)).toMatchObject({
    ...{ access_token: expect.stringMatching(/^ghu_/), token_type: 'bearer', expires_in: 28_800 },
  });
  const refused = { error: 'bad_verification_code' };
  expect(await exchanged(github, good)).toMatchObject(refused);
  expect(await exchanged(github, await form({ code_verifier: 'other' }))).toMatchObject(refused);
  const stranger = await form({ client_secret: 'x' });
  expect(await exchanged(github, stranger)).toMatchObject({
    error: 'incorrect_client_credentials',
  });
  const late = await form();
  pass(600_000);
  expect(await exchanged(github, late)).toMatchObject(refused);
  expect(await codeOf(world, 'nobody')).toBe('');
});

test('a user sees what they and the app both reach, until the token ends', async () => {
  const world = await opened();
  const { github, credentials, pass } = world;
  const { clientId, clientSecret } = credentials;
  const tokenOf = async (login: string): Promise<string> => {
    const form = { client_id: clientId, client_secret: clientSecret, code_verifier: VERIFIER };
    const answer = await exchanged(github, { ...form, code: await codeOf(world, login) });
    return `${Object(answer).access_token}`;
  };
  const token = await tokenOf('ada');
  const { rest } = client(github, token);
  expect((await rest.users.getAuthenticated()).data.login).toBe('ada');
  const { data } = await rest.apps.listInstallationsForAuthenticatedUser();
  const installation_id = data.installations[0]?.id ?? 0;
  const listed = await rest.apps.listInstallationReposForAuthenticatedUser({ installation_id });
  expect(listed.data.repositories.map(({ name }) => name)).toEqual(['open', 'secret']);
  await expect(rest.repos.get({ owner: 'ada', repo: 'elsewhere' })).rejects.toMatchObject({
    status: 404,
  });
  // That a repository is public does not make it one of theirs.
  const bob = client(github, await tokenOf('bob')).rest;
  expect((await bob.apps.listInstallationsForAuthenticatedUser()).data.total_count).toBe(0);
  await expect(
    bob.apps.listInstallationReposForAuthenticatedUser({ installation_id }),
  ).rejects.toMatchObject({ status: 404 });

  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const own = client(github).rest.apps;
  const deleted = own.deleteToken({
    ...{ client_id: clientId, access_token: token, headers: { authorization } },
  });
  expect((await deleted).status).toBe(204);
  await expect(rest.users.getAuthenticated()).rejects.toThrow('Bad credentials');
  const later = client(github, await tokenOf('ada')).rest;
  pass(8 * 3_600_000);
  await expect(later.users.getAuthenticated()).rejects.toThrow('Bad credentials');
});
