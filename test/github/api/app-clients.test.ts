import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openAppClients } from '../../../src/github/api/app-clients.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

async function opened(permissions: Readonly<Record<string, string>>) {
  const github = await openedGitHub();
  const { id } = await github.addRepository('ada/demo');
  await github.addRepository('ada/other', { private: true });
  const appId = github.addApp('ward', publicKey, permissions);
  const installation = github.install(appId, ['ada/demo', 'ada/other']);
  const access = openAppClients({ appId, privateKey, apiUrl: github.url });
  const repository = { id, owner: 'ada', name: 'demo' };
  return { github, appId, installation, access, repository };
}

test('a token reaches one repository, and does what a step needs and no more', async () => {
  const { github, installation, access, repository } = await opened({
    ...{ contents: 'write', issues: 'write', checks: 'write' },
  });
  const token = await access.token(installation, repository, { contents: 'read' });
  const { rest } = client(github, token);
  const place = { owner: 'ada', repo: 'demo' };
  expect((await rest.repos.getContent({ ...place, path: 'README.md' })).status).toBe(200);
  await expect(rest.repos.get({ ...place, repo: 'other' })).rejects.toMatchObject({ status: 404 });
  const issue = rest.issues.create({ ...place, title: 'no' });
  await expect(issue).rejects.toMatchObject({ status: 403 });
  const file = { ...place, path: 'b', message: 'm', content: '' };
  await expect(rest.repos.createOrUpdateFileContents(file)).rejects.toMatchObject({ status: 403 });
  expect(await access.token(installation, repository, { contents: 'read' })).toBe(token);
});

test('what an installation does not grant is left out, and refused by GitHub where it is needed', async () => {
  const { installation, access, repository } = await opened({ contents: 'read', checks: 'write' });
  const wanted = { contents: 'read', checks: 'write', security_events: 'write' } as const;
  const { rest } = await access.client(installation, repository, wanted);
  const place = { owner: 'ada', repo: 'demo' };
  const { data } = await rest.repos.getBranch({ ...place, branch: 'main' });
  const made = await rest.checks.create({ ...place, name: 'one', head_sha: data.commit.sha });
  expect(made.status).toBe(201);
  const alerts = rest.codeScanning.listAlertsForRepo(place);
  await expect(alerts).rejects.toMatchObject({ status: 403 });
  const writing = access.client(installation, repository, { contents: 'write' });
  await expect(writing).rejects.toMatchObject({ status: 403 });
});

test('the app knows itself: its comments are those of its bot', async () => {
  const { appId, installation, access, repository, github } = await opened({ issues: 'write' });
  const identity = await access.identity(installation, repository);
  expect(identity.app).toBe(appId);
  const { rest } = await access.client(installation, repository, { issues: 'write' });
  const place = { owner: 'ada', repo: 'demo' };
  const issue = await client(github, github.addUser('ada')).rest.issues.create({
    ...{ ...place, title: 'one' },
  });
  const comment = await rest.issues.createComment({
    ...{ ...place, issue_number: issue.data.number, body: 'here' },
  });
  expect(comment.data.user?.id).toBe(identity.bot);
});
