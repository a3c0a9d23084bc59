import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openAppClients } from '../../../src/github/api/app-clients.ts';
import { auditedClients, openAuditLog } from '../../../src/github/audit/audit-log.ts';
import type { CommandOf } from '../../../src/github/commands/command.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const place = { owner: 'ada', repo: 'demo' };

async function opened() {
  const github = await openedGitHub();
  const { id } = await github.addRepository('ada/demo');
  const appId = github.addApp('ward', publicKey, { issues: 'write', contents: 'read' });
  const installation = github.install(appId, ['ada/demo']);
  const repository = { id, owner: 'ada', name: 'demo' };
  const file = join(temporaryFolder(), 'audit.jsonl');
  const problems: string[] = [];
  const log = openAuditLog(file, (problem) => problems.push(problem));
  const command: CommandOf<'follow-instruction'> = {
    ...{ kind: 'follow-instruction', repository, installation, number: 1, isPull: false },
    comment: { kind: 'issue', id: 7 },
    user: { id: 3, login: 'wanda' },
    instruction: { name: 'accept', finding: '0123abcd', reason: 'words of a person' },
  };
  const access = openAppClients({ appId, privateKey, apiUrl: github.url });
  const audited = auditedClients(access, command, log);
  const wanted = { issues: 'write', contents: 'read' } as const;
  const { rest, graphql } = await audited.client(installation, repository, wanted);
  const lines = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  return { github, rest, graphql, file, lines, log, command, problems };
}

const WISH = { command: 'follow-instruction', what: 'accept', by: 'wanda', comment: 7 };

test('each write is a line with who wished for it, and no line holds what was written', async () => {
  const { github, rest, file, lines } = await opened();
  const ada = client(github, github.addUser('ada'));
  const issue_number = (await ada.rest.issues.create({ ...place, title: 'one' })).data.number;
  await rest.repos.getBranch({ ...place, branch: 'main' });
  await rest.issues.createComment({ ...place, issue_number, body: 'a canary' });
  const refused = rest.repos.createOrUpdateFileContents({
    ...{ ...place, path: 'b', message: 'm', content: '' },
  });
  await expect(refused).rejects.toMatchObject({ status: 403 });
  const about = { time: expect.stringMatching(/^20.*Z$/), repository: 'ada/demo' };
  expect(lines()).toEqual([
    {
      ...{ ...about, method: 'POST', path: `/repos/ada/demo/issues/${issue_number}/comments` },
      ...{ status: 201, ...WISH },
    },
    {
      ...{ ...about, method: 'PUT', path: '/repos/ada/demo/contents/b' },
      ...{ status: 403, ...WISH },
    },
  ]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/canary|words of a person/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('of GraphQL, mutations are written down and questions are not', async () => {
  const { graphql, lines } = await opened();
  const asked = graphql('query { repository(owner: "ada", name: "demo") { id } }');
  await asked.catch(() => undefined);
  const mutation =
    'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id } } }';
  await graphql(mutation, { id: 'none' }).catch(() => undefined);
  expect(lines()).toMatchObject([
    { method: 'POST', path: '/graphql', mutation: 'resolveReviewThread', ...WISH },
  ]);
});

test('a log that cannot be written is a problem, and costs no command anything', async () => {
  const { command, problems } = await opened();
  const log = openAuditLog('/nowhere/at/all', (problem) => problems.push(problem));
  log.add({ method: 'POST', path: '/x', status: 201 }, command);
  expect(problems).toEqual([expect.stringContaining('ENOENT')]);
});
