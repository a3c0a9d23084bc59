import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { gitEnvironment } from '../../in-memory-github/git/run-git.ts';
import type { Permissions } from '../../in-memory-github/state/caller.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { runAction } from '../../support/run-action.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const SCANNING: Permissions = { security_events: 'write', contents: 'read' };

const demo = { owner: 'ada', repo: 'demo' };

/** ada's repository, and a way to run the Action on a branch of it as a schedule does. */
async function opened() {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const repository = await github.addRepository('ada/demo', { files: { 'a.c': FREED } });
  return {
    ...{ github, ada },
    async run(
      inputs: Readonly<Record<string, string>> = {},
      { permissions = SCANNING, branch = 'main' } = {},
    ) {
      const folder = temporaryFolder();
      const from = ['--quiet', `--branch=${branch}`, `${github.url}/ada/demo.git`];
      await promisify(execFile)('git', ['clone', ...from, 'clone'], {
        ...{ cwd: folder, env: gitEnvironment(0) },
      });
      const { data } = await ada.rest.repos.getBranch({ ...demo, branch });
      return await runAction({
        ...{ workspace: `${folder}/clone`, eventName: 'schedule', event: {} },
        inputs: { mode: 'scan', ...inputs },
        token: github.actionsToken('ada/demo', permissions),
        env: {
          ...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: 'https://github.com' },
          ...{ GITHUB_REPOSITORY: 'ada/demo', GITHUB_REPOSITORY_ID: `${repository.id}` },
          ...{ GITHUB_REF: `refs/heads/${branch}`, GITHUB_SHA: data.commit.sha },
        },
      });
    },
  };
}

const outcome = ({ outputs }: { outputs: Readonly<Record<string, string>> }) => [
  outputs['verdict'],
  outputs['findings'],
  outputs['existing'],
];

describe('a scheduled scan', () => {
  test('compares with the last result on its branch, whose alerts stay open', async () => {
    const { github, ada, run } = await opened();
    const first = await run();
    expect(outcome(first)).toEqual(['findings', '1', '0']);
    expect(first.stdout).toContain('has no result of refs/heads/main yet');
    const second = await run();
    expect(outcome(second)).toEqual(['clean', '0', '1']);
    expect(second.stdout).toMatch(
      /compared with the result of [0-9a-f]{10}, the last on refs\/heads\/main/,
    );
    await github.commit('ada/demo', 'main', { 'b.c': FREED.replaceAll('drop', 'more') });
    const third = await run();
    expect(outcome(third)).toEqual(['findings', '1', '1']);
    const { data } = await ada.rest.codeScanning.listAlertsForRepo(demo);
    expect(
      data.map(({ state, most_recent_instance: { location } }) => [state, location?.path]),
    ).toEqual([
      ['open', 'a.c'],
      ['open', 'b.c'],
    ]);
    await github.commit('ada/demo', 'main', { 'a.c': 'int a;\n' });
    expect(outcome(await run())).toEqual(['clean', '0', '1']);
  });

  test('takes no result of another branch or mode', async () => {
    const { github, run } = await opened();
    await run({ mode: 'review' });
    expect(outcome(await run())).toEqual(['findings', '1', '0']);
    await github.commit('ada/demo', 'topic', { 'a.c': FREED });
    expect(outcome(await run({}, { branch: 'topic' }))).toEqual(['findings', '1', '0']);
  });

  test('compares with nothing, or with something else, where the workflow says so', async () => {
    const { run } = await opened();
    await run();
    expect(outcome(await run({ baseline: 'none' }))).toEqual(['findings', '1', '0']);
    expect(outcome(await run({ 'upload-sarif': 'off' }))).toEqual(['findings', '1', '0']);
    expect(outcome(await run({ baseline: 'HEAD' }))).toEqual(['clean', '0', '1']);
  });

  test('reports everything, and says why, where GitHub does not give the last result', async () => {
    const { run } = await opened();
    await run();
    const refused = await run({}, { permissions: { contents: 'read' } });
    expect(outcome(refused)).toEqual(['findings', '1', '0']);
    expect(refused.stdout).toContain('the last result on refs/heads/main was not given by GitHub');
  });
});
