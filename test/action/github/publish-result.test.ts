import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
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
  async function run(inputs: Readonly<Record<string, string>> = {}, fork = repository.id) {
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
      env: { GITHUB_API_URL: github.url, GITHUB_SERVER_URL: 'https://github.com' },
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
    expect(summary).toContain('the job needs the permissions checks: write');
    expect(await comments()).toEqual([]);
  });

  test('for a fork it degrades to summary, files and annotations', async () => {
    const { run, comments, checks } = await opened();
    const { status, outputs, summary, commands } = await run({}, 999);
    expect([status, outputs['verdict']]).toEqual([1, 'findings']);
    expect(summary).toContain('the token of a change from a fork');
    const annotated = commands.filter(({ properties }) => properties['file'] === 'b.c');
    expect(annotated).toHaveLength(1);
    expect([await comments(), await checks()]).toEqual([[], []]);
  });
});
