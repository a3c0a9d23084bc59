import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';

const FILES = { 'src/a.c': 'int a;\n', 'README.md': '# one\n' };
const demo = { owner: 'ada', repo: 'demo' };

test('a repository, its branch, and its commits', async () => {
  const github = await openedGitHub();
  const { id } = await github.addRepository('ada/demo', { files: FILES });
  const head = await github.commit('ada/demo', 'main', { 'b.c': 'int b;\n' }, 'second');
  const { rest } = client(github);
  const { data } = await rest.repos.get(demo);
  expect(data).toMatchObject({ id, full_name: 'ada/demo', default_branch: 'main' });
  const branch = await rest.repos.getBranch({ ...demo, branch: 'main' });
  expect(branch.data.commit).toMatchObject({ sha: head, commit: { message: 'second' } });
  const commit = await rest.repos.getCommit({ ...demo, ref: 'main' });
  expect(commit.data.parents).toHaveLength(1);
});

test('files are read, made and changed', async () => {
  const github = await openedGitHub();
  const token = github.addUser('ada');
  await github.addRepository('ada/demo', { files: FILES });
  const { rest } = client(github, token);
  const { data: folder } = await rest.repos.getContent({ ...demo, path: 'src' });
  expect(folder).toMatchObject([{ type: 'file', path: 'src/a.c', size: 7 }]);
  const { data: file } = await rest.repos.getContent({ ...demo, path: 'src/a.c', ref: 'main' });
  expect(file).toMatchObject({ encoding: 'base64', content: btoa('int a;\n') });

  const change = { ...demo, path: 'src/a.c', message: 'change', content: btoa('long a;\n') };
  await expect(rest.repos.createOrUpdateFileContents(change)).rejects.toMatchObject({
    status: 422,
  });
  const sha = 'sha' in file ? file.sha : '';
  const made = await rest.repos.createOrUpdateFileContents({ ...change, sha });
  const raw = await rest.repos.getContent({
    ...{ ...demo, path: 'src/a.c', ref: made.data.commit.sha ?? '' },
    mediaType: { format: 'raw' },
  });
  expect(String(raw.data)).toBe('long a;\n');
  await expect(rest.repos.createOrUpdateFileContents({ ...change, sha })).rejects.toMatchObject({
    status: 409,
  });
});

test('refs are made, moved forward, and removed', async () => {
  const github = await openedGitHub();
  const token = github.addUser('ada');
  await github.addRepository('ada/demo');
  const { rest } = client(github, token);
  const first = (await rest.git.getRef({ ...demo, ref: 'heads/main' })).data.object.sha;
  const second = await github.commit('ada/demo', 'main', { a: 'b' });
  await rest.git.createRef({ ...demo, ref: 'refs/heads/a/b', sha: second });
  const back = { ...demo, ref: 'heads/a/b', sha: first };
  await expect(rest.git.updateRef(back)).rejects.toThrow('fast forward');
  await rest.git.updateRef({ ...back, force: true });
  expect((await rest.git.getRef({ ...demo, ref: 'heads/a/b' })).data.object.sha).toBe(first);
  await rest.git.deleteRef({ ...demo, ref: 'heads/a/b' });
  await expect(rest.git.getRef({ ...demo, ref: 'heads/a/b' })).rejects.toMatchObject({
    status: 404,
  });
});

test('two commits are compared where their histories parted', async () => {
  const github = await openedGitHub();
  await github.addRepository('ada/demo', { files: FILES });
  const { rest } = client(github);
  const fork = (await rest.repos.getBranch({ ...demo, branch: 'main' })).data.commit.sha;
  const head = await github.commit('ada/demo', 'topic', { 'b.c': 'int b;\n' }, 'topic');
  const base = await github.commit('ada/demo', 'main', { 'c.c': 'int c;\n' }, 'main');
  const compare = async (basehead: string) =>
    (await rest.repos.compareCommitsWithBasehead({ ...demo, basehead })).data;
  expect(await compare(`${base}...${head}`)).toMatchObject({
    ...{ status: 'diverged', ahead_by: 1, behind_by: 1 },
    merge_base_commit: { sha: fork },
    ...{ commits: [{ sha: head }], files: [{ filename: 'b.c', status: 'added' }] },
  });
  expect(await compare('main...main')).toMatchObject({ status: 'identical', commits: [] });
  await expect(compare('main...absent')).rejects.toMatchObject({ status: 404 });
});
