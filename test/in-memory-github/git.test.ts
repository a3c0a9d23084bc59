import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { openedGitHub } from '../support/opened-github.ts';
import { addFiles, temporaryFolder } from '../support/temporary-folder.ts';
import { gitEnvironment } from './git/run-git.ts';
import type { GitHub } from './open-github.ts';

/** In this process is the server: whoever waits for git must let it work. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: gitEnvironment(0) };
  return (await promisify(execFile)('git', args, options)).stdout;
}

function address(github: GitHub, token: string): string {
  const url = new URL('/ada/demo.git', github.url);
  return Object.assign(url, { username: 'x-access-token', password: token }).href;
}

test('a public repository is cloned by anybody, shallow and without contents too', async () => {
  const github = await openedGitHub();
  await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
  const head = await github.commit('ada/demo', 'main', { 'a.c': 'int b;\n' });
  const folder = temporaryFolder();
  const options = ['--quiet', '--depth=1', '--filter=blob:none', '--no-checkout'];
  await git(folder, 'clone', ...options, `${github.url}/ada/demo.git`, 'clone');
  expect(await git(`${folder}/clone`, 'log', '--format=%H')).toBe(`${head}\n`);
});

test('a push needs a token that may write', async () => {
  const github = await openedGitHub();
  const owner = github.addUser('ada');
  const stranger = github.addUser('bob');
  await github.addRepository('ada/demo');
  const reader = github.actionsToken('ada/demo', { contents: 'read' });
  const folder = temporaryFolder();
  await git(folder, 'clone', '--quiet', address(github, owner), '.');
  addFiles(folder, { 'b.c': 'int b;\n' });
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message=b');
  const push = (token: string, to = 'main') =>
    git(folder, 'push', '--quiet', address(github, token), `HEAD:${to}`);
  await expect(push(stranger)).rejects.toThrow('403');
  await expect(push(reader)).rejects.toThrow('403');
  await expect(push('wrong')).rejects.toThrow('Authentication failed');
  await expect(push(owner, 'refs/pull/1/head')).rejects.toThrow('hidden ref');
  await push(owner);
  const [here, there] = [
    await git(folder, 'rev-parse', 'HEAD'),
    await git(folder, 'ls-remote', `${github.url}/ada/demo.git`, 'refs/heads/main'),
  ];
  expect(there).toContain(here.trim());
});

test('a private repository is for who has a token, and is not there for others', async () => {
  const github = await openedGitHub();
  const [owner, stranger] = [github.addUser('ada'), github.addUser('bob')];
  await github.addRepository('ada/demo', { private: true });
  const list = (url: string) => git(temporaryFolder(), 'ls-remote', url);
  await expect(list(`${github.url}/ada/demo.git`)).rejects.toThrow('terminal prompts disabled');
  await expect(list(address(github, stranger))).rejects.toThrow('not found');
  await expect(list(address(github, owner))).resolves.toContain('refs/heads/main');
});
