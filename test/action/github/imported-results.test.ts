import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { gitEnvironment } from '../../in-memory-github/git/run-git.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { runAction } from '../../support/run-action.ts';
import { uploadedSarif } from '../../support/sarif-log.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const demo = { owner: 'ada', repo: 'demo' };
const PERMISSIONS = { security_events: 'write', contents: 'read' } as const;

async function opened() {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const { id } = await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\nint b;\n' } });
  const token = github.actionsToken('ada/demo', PERMISSIONS);
  const head = async () =>
    (await ada.rest.repos.getBranch({ ...demo, branch: 'main' })).data.commit.sha;
  return {
    github,
    async upload(text: string) {
      const sarif = gzipSync(text).toString('base64');
      await client(github, token).rest.codeScanning.uploadSarif({
        ...{ ...demo, commit_sha: await head(), ref: 'refs/heads/main', sarif },
      });
    },
    async run(importSarif: string, files: Readonly<Record<string, string>> = {}) {
      const folder = temporaryFolder();
      await promisify(execFile)(
        'git',
        ['clone', '--quiet', `${github.url}/ada/demo.git`, 'clone'],
        {
          ...{ cwd: folder, env: gitEnvironment(0) },
        },
      );
      addFiles(`${folder}/clone`, files);
      return await runAction({
        ...{ workspace: `${folder}/clone`, eventName: 'push', event: {}, token },
        inputs: { mode: 'scan', 'upload-sarif': 'off', 'import-sarif': importSarif },
        env: {
          ...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: 'https://github.com' },
          ...{ GITHUB_REPOSITORY: 'ada/demo', GITHUB_REPOSITORY_ID: `${id}` },
          ...{ GITHUB_REF: 'refs/heads/main', GITHUB_SHA: await head() },
        },
      });
    },
  };
}

test('what a tool has uploaded for the commit is taken in, each category of it, and files are', async () => {
  const { upload, run } = await opened();
  await upload(uploadedSarif('CodeQL', 'cpp/one'));
  await upload(uploadedSarif('CodeQL', 'cpp/two'));
  await upload(uploadedSarif('Another', 'three'));
  const both = await run('code-scanning:CodeQL\nlint.sarif', {
    'lint.sarif': uploadedSarif('lint', 'four'),
  });
  expect(both.outputs['findings']).toBe('3');
  for (const rule of ['codeql/cpp/one', 'codeql/cpp/two', 'lint/four']) {
    expect(both.stdout).toContain(rule);
  }
  expect(both.stdout).not.toContain('another/three');
});

test('results of another commit are none, which is said', async () => {
  const { github, upload, run } = await opened();
  await upload(uploadedSarif('CodeQL', 'cpp/one'));
  await github.commit('ada/demo', 'main', { 'b.c': 'int c;\n' });
  const later = await run('code-scanning:CodeQL');
  expect(later.outputs['findings']).toBe('0');
  expect(later.stdout).toContain('code scanning has no result of CodeQL of this commit');
});
