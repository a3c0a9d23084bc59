import { expect, test } from '@jest/globals';
import { listeningApp } from '../support/listening-app.ts';
import { client, openedGitHub } from '../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const WRITE = { contents: 'write' };

async function opened() {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo', { files: { 'a.c': 'a\n', 'lib/b.c': 'b\n' } });
  const bot = client(github, github.actionsToken('ada/demo', WRITE));
  const main = await ada.rest.git.getRef({ ...demo, ref: 'heads/main' });
  return { github, ada, bot, head: main.data.object.sha };
}

test('a commit is made of blobs and a tree, and put on a branch', async () => {
  const { github, bot, head } = await opened();
  const app = await listeningApp(github, WRITE, { events: ['push'] });
  github.install(app.app, ['ada/demo']);
  await app.heard();
  const { git } = bot.rest;
  const { data: blob } = await git.createBlob({ ...demo, content: 'AAH/', encoding: 'base64' });
  const { data: before } = await git.getCommit({ ...demo, commit_sha: head });
  const tree = [
    { path: 'lib/c.bin', mode: '100644', type: 'blob', sha: blob.sha },
    { path: 'run', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
    { path: 'a.c', mode: '100644', type: 'blob', sha: null },
  ] as const;
  const base_tree = before.tree.sha;
  const { data: made } = await git.createTree({ ...demo, base_tree, tree: [...tree] });
  expect(made.tree.map(({ path, mode }) => [path, mode])).toEqual([
    ['lib', '040000'],
    ['run', '100755'],
  ]);
  const commit = { ...demo, message: 'all at once', tree: made.sha, parents: [head] };
  const { data } = await git.createCommit(commit);
  expect(data).toMatchObject({
    ...{ message: 'all at once', verification: { verified: true } },
    author: { name: 'github-actions[bot]' },
  });
  await git.createRef({ ...demo, ref: 'refs/heads/made', sha: data.sha });
  const { data: all } = await git.getTree({ ...demo, tree_sha: 'made', recursive: '1' });
  expect(all.tree.map(({ path }) => path)).toEqual(['lib', 'lib/b.c', 'lib/c.bin', 'run']);
  const read = await git.getBlob({ ...demo, file_sha: blob.sha });
  expect(Buffer.from(read.data.content, 'base64')).toEqual(Buffer.from([0, 1, 255]));
  const matching = await git.listMatchingRefs({ ...demo, ref: 'heads/ma' });
  expect(matching.data.map(({ ref }) => ref)).toEqual(['refs/heads/made', 'refs/heads/main']);
  const commits = await bot.rest.repos.listCommits({ ...demo, sha: 'made' });
  expect(commits.data).toMatchObject([
    { sha: data.sha, author: { login: 'github-actions[bot]', type: 'Bot' } },
    { sha: head, author: { login: 'ada' } },
  ]);
  await github.delivered();
  expect(app.received[0]?.payload).toMatchObject({
    commits: [{ id: data.sha, added: ['lib/c.bin', 'run'], removed: ['a.c'] }],
  });
});

test('a folder is put elsewhere as it is', async () => {
  const { ada, head } = await opened();
  const { data } = await ada.rest.git.getTree({ ...demo, tree_sha: head });
  const lib = data.tree.find(({ path }) => path === 'lib')?.sha ?? '';
  const tree = [{ path: 'old/lib', mode: '040000', type: 'tree', sha: lib } as const];
  const { data: made } = await ada.rest.git.createTree({ ...demo, tree });
  const all = await ada.rest.git.getTree({ ...demo, tree_sha: made.sha, recursive: '1' });
  expect(all.data.tree.map(({ path }) => path)).toEqual(['old', 'old/lib', 'old/lib/b.c']);
});

test('a commit in the name of somebody is not signed by GitHub', async () => {
  const { bot, head } = await opened();
  const { data: tree } = await bot.rest.git.getTree({ ...demo, tree_sha: head });
  const author = { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' };
  const commit = { ...demo, message: 'm', tree: tree.sha, author };
  const { data } = await bot.rest.git.createCommit(commit);
  expect(data).toMatchObject({ author, committer: author, verification: { verified: false } });
});

test.each([
  ['a path out of the tree', { path: '../x' }, 'malformed path'],
  ['the folder of git', { path: 'x/.GIT/config' }, 'malformed path'],
  ['an object that is not there', { sha: '1'.repeat(40) }, 'is not a valid object'],
  ['no content', {}, 'is missing'],
])('%s is no part of a tree', async (_what, wrong, message) => {
  const { bot } = await opened();
  const entry = { path: 'x', mode: '100644', type: 'blob', ...wrong } as const;
  const content = 'sha' in wrong || !('path' in wrong) ? {} : { content: '' };
  const tree = bot.rest.git.createTree({ ...demo, tree: [{ ...entry, ...content }] });
  await expect(tree).rejects.toThrow(message);
});

test('an app writes workflows with their own permission only', async () => {
  const { github, bot } = await opened();
  const entry = { path: '.github/workflows/ci.yml', mode: '100644', type: 'blob' } as const;
  const tree = { ...demo, tree: [{ ...entry, content: 'on: push\n' }] };
  await expect(bot.rest.git.createTree(tree)).rejects.toMatchObject({ status: 403 });
  const file = { ...demo, path: entry.path, message: 'm', content: '' };
  await expect(bot.rest.repos.createOrUpdateFileContents(file)).rejects.toMatchObject({
    status: 403,
  });
  const token = github.actionsToken('ada/demo', { ...WRITE, workflows: 'write' });
  expect((await client(github, token).rest.git.createTree(tree)).status).toBe(201);
});

test('a fork is made by who will own it', async () => {
  const { github, bot, head } = await opened();
  const { rest: eve } = client(github, github.addUser('eve'));
  const { data } = await eve.repos.createFork({ ...demo, name: 'mine' });
  expect(data).toMatchObject({ full_name: 'eve/mine', fork: true });
  const there = await eve.git.getRef({ owner: 'eve', repo: 'mine', ref: 'heads/main' });
  expect(there.data.object.sha).toBe(head);
  await expect(bot.rest.repos.createFork(demo)).rejects.toMatchObject({ status: 403 });
});
