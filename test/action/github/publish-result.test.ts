import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { gitEnvironment } from '../../in-memory-github/git/run-git.ts';
import type { Permissions } from '../../in-memory-github/state/caller.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { runAction } from '../../support/run-action.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOUND = 'int twice(int x) {\n  return x + x;\n}\n';
const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const WRITE: Permissions = { checks: 'write', pull_requests: 'write', contents: 'read' };

const demo = { owner: 'ada', repo: 'demo' };

/** ada's pull request, and a way to run the Action on its head as a job of that repository. */
async function opened(permissions: Permissions = WRITE) {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const repository = await github.addRepository('ada/demo', { files: { 'a.c': SOUND } });
  await github.commit('ada/demo', 'topic', { 'b.c': FREED });
  const made = await ada.rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  const number = { ...demo, pull_number: made.data.number };
  async function run(
    inputs: Readonly<Record<string, string>> = {},
    { fork = repository.id, apiUrl = github.url } = {},
  ) {
    const { data } = await ada.rest.pulls.get(number);
    const folder = temporaryFolder();
    const from = ['--quiet', '--branch=topic', `${github.url}/ada/demo.git`];
    await promisify(execFile)('git', ['clone', ...from, 'clone'], {
      ...{ cwd: folder, env: gitEnvironment(0) },
    });
    const home = { id: repository.id, name: 'demo', owner: { login: 'ada' } };
    return await runAction({
      ...{ workspace: `${folder}/clone`, eventName: 'pull_request' },
      event: {
        repository: home,
        pull_request: {
          ...{ number: number.pull_number, user: { login: 'ada' } },
          head: { sha: data.head.sha, repo: { ...home, id: fork } },
          base: { sha: data.base.sha, repo: home },
        },
      },
      inputs: { comment: 'true', ...inputs },
      token: github.actionsToken('ada/demo', permissions),
      env: { GITHUB_API_URL: apiUrl, GITHUB_SERVER_URL: 'https://github.com' },
    });
  }
  return {
    ...{ github, run },
    alerts: async () =>
      (await ada.rest.codeScanning.listAlertsForRepo({ ...demo, ref: 'refs/pull/1/head' })).data,
    comments: async () => (await ada.rest.pulls.listReviewComments(number)).data,
    async checks() {
      const { data } = await ada.rest.pulls.get(number);
      const ref = { ...demo, ref: data.head.sha, filter: 'all' } as const;
      return (await ada.rest.checks.listForRef(ref)).data.check_runs;
    },
  };
}

const BROKE_DOWN = JSON.stringify({
  data: null,
  errors: [{ message: 'Something went wrong while executing your query on 2026-01-01.' }],
});

/** A way to GitHub on which the first requests of GraphQL get this answer, with status 200. */
async function brokenGraphql(url: string, times: number, body = BROKE_DOWN): Promise<string> {
  let seen = 0;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '', headers } = request;
    if (path === '/graphql' && ++seen <= times) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return;
    }
    const { host: _, connection: __, ...kept } = headers;
    const content = await buffer(request);
    const init = {
      method,
      headers: Object.entries(kept).map(([k, v]): [string, string] => [k, `${v}`]),
    };
    const told = await fetch(
      `${url}${path}`,
      content.length > 0 ? { ...init, body: content } : init,
    );
    const type = told.headers.get('content-type') ?? 'application/json';
    const answer = Buffer.from(await told.arrayBuffer());
    response
      .writeHead(told.status, told.status === 204 ? {} : { 'content-type': type })
      .end(answer);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('with code scanning', () => {
  const SCANNING: Permissions = { security_events: 'write', contents: 'read' };

  test('results are uploaded for the commit that was examined', async () => {
    const { run, alerts } = await opened(SCANNING);
    const { summary } = await run({ comment: 'false' });
    expect(summary).not.toContain('ode scanning was not told');
    expect(await alerts()).toMatchObject([
      { rule: { id: 'double_free' }, most_recent_instance: { ref: 'refs/pull/1/head' } },
    ]);
  });

  test('that it refuses is a notice, and nothing is tried where it is off', async () => {
    const { run, alerts } = await opened();
    const refused = await run({ comment: 'false' });
    expect(refused.summary).toContain('ode scanning was not told');
    const off = await run({ comment: 'false', 'upload-sarif': 'off' });
    expect([off.status, off.summary.includes('ode scanning')]).toEqual([1, false]);
    expect(await alerts()).toEqual([]);
  });
});

describe('with comment: true', () => {
  test('a finding becomes a comment on its line and a check run, once', async () => {
    const { run, comments, checks } = await opened();
    const first = await run();
    expect([first.status, first.failures.length]).toEqual([1, 1]);
    const [comment, ...others] = await comments();
    expect(others).toEqual([]);
    expect(comment?.body).toContain('Say so in `.rustward/suppressions.json5`');
    expect(comment?.body).not.toContain('/rustward');
    expect(comment).toMatchObject({ path: 'b.c', user: { login: 'github-actions[bot]' } });
    expect(await checks()).toMatchObject([{ conclusion: 'failure' }]);
    await run();
    expect(await comments()).toHaveLength(1);
  });

  test('a job that reads leaves a report, and one that reads no source says it', async () => {
    const { run, comments, checks } = await opened();
    const reports = temporaryFolder();
    const read = { comment: 'false', 'report-file': join(reports, 'report.json') };
    expect((await run({ ...read, 'upload-sarif': 'off' })).status).toBe(1);
    expect(await checks()).toEqual([]);
    const said = await run({ mode: 'report', reports });
    expect([said.status, said.outputs['verdict']]).toEqual([1, 'findings']);
    expect(await comments()).toHaveLength(1);
    expect(await checks()).toMatchObject([{ conclusion: 'failure' }]);
  });

  test('a clean change has a green check', async () => {
    const { github, run, comments, checks } = await opened();
    await github.commit('ada/demo', 'topic', { 'b.c': SOUND.replace('twice', 'thrice') });
    expect((await run()).status).toBe(0);
    expect(await comments()).toEqual([]);
    expect(await checks()).toMatchObject([{ conclusion: 'success' }]);
  });

  test('without the permissions it says so, and the result stands', async () => {
    const { run, comments } = await opened({ contents: 'read', pull_requests: 'read' });
    const { status, outputs, summary } = await run();
    expect([status, outputs['verdict']]).toEqual([1, 'findings']);
    expect(summary).toContain(
      'by integration; the job needs the permissions checks: write and pull-requests: write',
    );
    expect(await comments()).toEqual([]);
  });

  test('for a fork it degrades to summary, files and annotations', async () => {
    const { run, comments, checks } = await opened();
    const { status, outputs, summary, commands } = await run({}, { fork: 999 });
    expect([status, outputs['verdict']]).toEqual([1, 'findings']);
    expect(summary).toContain('the token of a change from a fork');
    const annotated = commands.filter(({ properties }) => properties['file'] === 'b.c');
    expect(annotated).toHaveLength(1);
    expect([await comments(), await checks()]).toEqual([[], []]);
  });

  test('GitHub breaks down once, and is asked again', async () => {
    const { github, run, comments, checks } = await opened();
    const apiUrl = await brokenGraphql(github.url, 1);
    const { status, outputs, failures } = await run({ 'upload-sarif': 'off' }, { apiUrl });
    expect([status, outputs['verdict'], failures.length]).toEqual([1, 'findings', 1]);
    expect(await comments()).toHaveLength(1);
    expect(await checks()).toMatchObject([{ conclusion: 'failure' }]);
  });

  test('what GitHub answers cannot be understood, and all but the comments is there', async () => {
    const { github, run, comments } = await opened();
    const apiUrl = await brokenGraphql(github.url, Number.POSITIVE_INFINITY, 'null');
    const result = await run({ 'upload-sarif': 'off' }, { apiUrl });
    expect([result.status, result.outputs['verdict']]).toEqual([1, 'findings']);
    expect(result.failures.join()).not.toContain('defect of Rustward');
    expect(result.summary).toContain('b.c');
    expect(result.summary).toContain('not everything was commented');
    const said = result.commands.filter(({ name }) => name === 'error' || name === 'notice');
    expect(said.map(({ name }) => name)).toEqual(['error', 'notice', 'error']);
    expect(said[0]?.properties['file']).toBe('b.c');
    expect(await comments()).toEqual([]);
  });
});
