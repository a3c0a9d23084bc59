import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { gitEnvironment } from '../../in-memory-github/git/run-git.ts';
import type { GitHub } from '../../in-memory-github/open-github.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { runAction } from '../../support/run-action.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOUND = 'int twice(int x) {\n  return x + x;\n}\n';
const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

const demo = { owner: 'ada', repo: 'demo' };

/** Beside the server, which answers in this process. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const ran = promisify(execFile)('git', args, { cwd: folder, env: gitEnvironment(0) });
  return (await ran).stdout.trim();
}

/** The settings of git that authenticate a clone, as actions/checkout does it. */
function credentials(github: GitHub, token: string): string {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return `http.${github.url}/.extraheader=AUTHORIZATION: basic ${basic}`;
}

/** A pull request in a private repository, its merge checked out with one commit and no token. */
async function mergedPull() {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const files = { 'a.c': FREED };
  const { id } = await github.addRepository('ada/demo', { files, private: true });
  await github.commit('ada/demo', 'topic', { 'b.c': FREED });
  const made = await ada.rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  const { head, base, number } = made.data;
  await github.commit('ada/demo', 'main', { 'c.c': SOUND });
  await ada.rest.pulls.merge({ ...demo, pull_number: number, merge_method: 'merge' });
  const token = github.actionsToken('ada/demo', { contents: 'read' });
  const folder = temporaryFolder();
  const from = ['--depth=1', '--branch=main', `${github.url}/ada/demo.git`, 'clone'];
  await git(folder, '-c', credentials(github, token), 'clone', '--quiet', ...from);
  const workspace = `${folder}/clone`;
  const home = { id, name: 'demo', owner: { login: 'ada' } };
  const run = (given?: string) =>
    runAction({
      ...{ workspace, eventName: 'pull_request', inputs: { 'upload-sarif': 'off' } },
      event: {
        repository: home,
        pull_request: {
          ...{ number, user: { login: 'ada' } },
          head: { sha: head.sha, repo: home },
          base: { sha: base.sha, repo: home },
        },
      },
      ...(given === undefined ? {} : { token: given }),
      env: { GITHUB_API_URL: github.url, GITHUB_SERVER_URL: github.url },
    });
  return { github, token, workspace, run };
}

describe('a checkout of the merge alone', () => {
  test('gets its parents, and what the pull request changes is reviewed', async () => {
    const { token, workspace, run } = await mergedPull();
    const { status, failures, outputs, commands, stdout } = await run(token);
    expect([status, failures.length, outputs['findings']]).toEqual([1, 1, '1']);
    const files = commands.flatMap(({ properties }) => properties['file'] ?? []);
    expect(files).toEqual(['b.c']);
    expect(stdout).toContain('fetching the parents of ');
    expect(stdout).not.toContain(token);
    const configuration = await git(workspace, 'config', '--list');
    expect(configuration).not.toContain('extraheader');
    expect(await git(workspace, 'rev-list', '--count', 'HEAD')).toBe('3');
  });

  test('also where the checkout keeps the header of another token', async () => {
    const { github, token, workspace, run } = await mergedPull();
    const [name = '', value = ''] = credentials(github, 'ghs_expired').split('=AUTH');
    await git(workspace, 'config', '--add', name, `AUTH${value}`);
    expect((await run(token)).outputs['findings']).toBe('1');
  });

  test('says why where the token may not read', async () => {
    const { run } = await mergedPull();
    const { failures, outputs } = await run('ghs_wrong');
    expect(failures).toEqual([
      expect.stringMatching(/has no history.*set fetch-depth: 0.*\(not fetched: fatal: .+\)$/),
    ]);
    expect(outputs).toEqual({ verdict: 'inconclusive' });
  });

  test('says why without a token', async () => {
    const { run } = await mergedPull();
    expect((await run()).failures).toEqual([
      expect.stringMatching(
        /set fetch-depth: 0.*\(not fetched: there is no token to fetch it with\)$/,
      ),
    ]);
  });
});
