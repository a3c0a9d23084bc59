import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { appJwt } from '../support/app-jwt.ts';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const NOW = Date.UTC(2026, 0, 1);
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEYS = pair();
const PUBLIC = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString();

function jwt(app: number, seconds = 300, key = KEYS.privateKey): string {
  return appJwt(app, key, NOW, seconds);
}

async function opened() {
  let now = NOW;
  const github = await openedGitHub({ now: () => now });
  await github.addRepository('ada/demo');
  await github.addRepository('ada/other', { private: true });
  const app = github.addApp('ward', PUBLIC, { contents: 'read', issues: 'write' });
  const installation_id = github.install(app, ['ada/demo', 'ada/other']);
  const { rest } = client(github, jwt(app));
  const later = (milliseconds: number) => {
    now += milliseconds;
  };
  return { github, app, rest, installation_id, later };
}

test('an app finds its installations', async () => {
  const { rest, app, installation_id } = await opened();
  expect((await rest.apps.getAuthenticated()).data).toMatchObject({ id: app, slug: 'ward' });
  expect((await rest.apps.listInstallations()).data).toMatchObject([{ id: installation_id }]);
  expect((await rest.apps.getRepoInstallation(demo)).data.id).toBe(installation_id);
  const account = { login: 'ada' };
  expect((await rest.apps.getInstallation({ installation_id })).data).toMatchObject({ account });
});

test('anybody may look an app up, that of Actions too', async () => {
  const { github, app } = await opened();
  const { rest } = client(github, github.addUser('eve'));
  expect((await rest.apps.getBySlug({ app_slug: 'ward' })).data).toMatchObject({ id: app });
  const actions = await rest.apps.getBySlug({ app_slug: 'github-actions' });
  expect(actions.data).toMatchObject({ id: 15368 });
  await expect(rest.apps.getBySlug({ app_slug: 'none' })).rejects.toThrow('Not Found');
});

test('its token reaches what it was narrowed to, for an hour', async () => {
  const { github, rest, installation_id, later } = await opened();
  const narrow = { installation_id, repositories: ['demo'], permissions: { contents: 'read' } };
  const { data } = await rest.apps.createInstallationAccessToken({
    ...{ ...narrow, permissions: { contents: 'read' } },
  });
  expect(data.token).toMatch(/^ghs_\d+_.{400,}$/);
  const { rest: bot } = client(github, data.token);
  const reached = await bot.apps.listReposAccessibleToInstallation();
  expect(reached.data.repositories).toMatchObject([{ full_name: 'ada/demo' }]);
  await expect(bot.repos.get({ owner: 'ada', repo: 'other' })).rejects.toMatchObject({
    status: 404,
  });
  const issue = bot.issues.create({ ...demo, title: 'no' });
  await expect(issue).rejects.toThrow('Resource not accessible by integration');
  later(3_600_000);
  await expect(bot.repos.get(demo)).rejects.toThrow('Bad credentials');
});

test('what it writes is signed with the name of its bot', async () => {
  const { github, rest, installation_id } = await opened();
  const { data } = await rest.apps.createInstallationAccessToken({ installation_id });
  const issue = await client(github, data.token).rest.issues.create({ ...demo, title: 'yes' });
  expect(issue.data.user).toMatchObject({ login: 'ward[bot]', type: 'Bot' });
});

test('no token has more than its installation', async () => {
  const { rest, installation_id } = await opened();
  const token = rest.apps.createInstallationAccessToken;
  const more = token({ installation_id, permissions: { contents: 'write' } });
  await expect(more).rejects.toThrow('not granted to this installation');
  const elsewhere = token({ installation_id, repositories: ['elsewhere'] });
  await expect(elsewhere).rejects.toThrow('at least one repository');
});

test.each([
  ['over', -10, KEYS.privateKey, 'must be in the future'],
  ['good for too long', 3600, KEYS.privateKey, 'too far in the future'],
  ['signed by another', 300, pair().privateKey, 'could not be decoded'],
])('a web token that is %s is refused', async (_what, seconds, key, message) => {
  const { github, app } = await opened();
  const { rest } = client(github, jwt(app, seconds, key));
  await expect(rest.apps.getAuthenticated()).rejects.toThrow(message);
});

test('the role of a collaborator', async () => {
  const { github, rest, installation_id } = await opened();
  github.addUser('bob');
  github.setRole('ada/demo', 'bob', 'maintain');
  const { data } = await rest.apps.createInstallationAccessToken({ installation_id });
  const { rest: bot } = client(github, data.token);
  const role = async (repo: string, username: string) =>
    (await bot.repos.getCollaboratorPermissionLevel({ owner: 'ada', repo, username })).data;
  expect(await role('demo', 'bob')).toMatchObject({ permission: 'write', role_name: 'maintain' });
  expect(await role('other', 'bob')).toMatchObject({ permission: 'none' });
  expect(await role('demo', 'ada')).toMatchObject({ permission: 'admin' });
  await expect(role('demo', 'nobody')).rejects.toMatchObject({ status: 404 });
});
