import { describe, expect, test } from '@jest/globals';
import type { CommitTree } from '../../../src/github/api/trees.ts';
import { writeCommit } from '../../../src/github/api/write-commit.ts';
import { interceptedGitHub, sha } from './intercepted-github.ts';

const [PARENT, ROOT, TREE, MADE, OTHER] = ['a', 'b', 'c', 'd', 'e'].map(sha) as [
  ...[string, string, string, string, string],
];

/** A tree in which these paths have these modes. */
function tree(modes: Readonly<Record<string, string>> = {}): CommitTree {
  const entryAt = (path: string) => {
    const mode = modes[path];
    return Promise.resolve(mode === undefined ? undefined : { mode, sha: sha('9') });
  };
  return { commit: PARENT, sha: ROOT, entryAt };
}

const files = [{ path: 'a.c', content: 'int a;\n' }];
const wanted = { branch: 'topic', base: tree(), files, message: 'one' };

/** GitHub, which takes the tree and the commit; the branch is for the test. */
function committing(parents: readonly string[] = [PARENT]) {
  const github = interceptedGitHub();
  github.requests.post('/git/trees').reply(201, { sha: TREE });
  github.requests
    .post('/git/commits', { message: 'one', tree: TREE, parents: [...parents] })
    .reply(201, { sha: MADE });
  const head = (at: string) =>
    github.requests.get('/git/ref/heads%2Ftopic').reply(200, { object: { sha: at } });
  return { ...github, head };
}

test('a tree of many files takes several requests', async () => {
  const { requests, client } = interceptedGitHub();
  const many = Array.from({ length: 450 }, (_, at) => ({ path: `${at}.rs`, content: '' }));
  const sizes: number[] = [];
  const bases: unknown[] = [];
  const trees = ['1', '2', '3'].map(sha);
  requests
    .post('/git/trees', ({ base_tree: base, tree: entries }) => {
      bases.push(base);
      sizes.push(entries.length);
      return true;
    })
    .times(3)
    .reply(201, () => ({ sha: trees[sizes.length - 1] }));
  requests.post('/git/commits', ({ tree: whole }) => whole === trees[2]).reply(201, { sha: MADE });
  requests.post('/git/refs', { ref: 'refs/heads/topic', sha: MADE }).reply(201, {});
  const written = await writeCommit(client, { ...wanted, files: many }, { kind: 'create' });
  expect(written).toEqual({ kind: 'written', head: MADE });
  expect(sizes).toEqual([200, 200, 50]);
  expect(bases).toEqual([ROOT, trees[0], trees[1]]);
});

test('a branch begins at a commit; what could be executed still can', async () => {
  const { requests, client } = interceptedGitHub();
  const base = tree({ run: '100755', 'a.c': '100644', old: '100755' });
  const entry = { type: 'blob' };
  requests
    .post('/git/trees', {
      base_tree: ROOT,
      tree: [
        { ...entry, path: 'run', mode: '100755', content: '#!/bin/sh\n' },
        { ...entry, path: 'a.c', mode: '100644', content: 'int a;\n' },
        { ...entry, path: 'new.c', mode: '100644', content: '' },
        { ...entry, path: 'old', mode: '100755', sha: null },
      ],
    })
    .reply(201, { sha: TREE });
  requests.post('/git/commits').reply(201, { sha: MADE });
  requests.post('/git/refs', { ref: 'refs/heads/topic', sha: MADE }).reply(201, {});
  const changed = [
    { path: 'run', content: '#!/bin/sh\n' },
    ...files,
    { path: 'new.c', content: '' },
    { path: 'old', content: null },
  ];
  const commit = { ...wanted, base, files: changed };
  const written = await writeCommit(client, commit, { kind: 'create' });
  expect(written).toEqual({ kind: 'written', head: MADE });
});

test('nothing is written where a link is in the way', async () => {
  const { client } = interceptedGitHub();
  const commit = { ...wanted, base: tree({ 'a.c': '120000' }) };
  expect(await writeCommit(client, commit, { kind: 'create' })).toEqual({
    kind: 'blocked',
    problem: 'a.c has the mode 120000 in the repository',
  });
});

test('a branch that has just been made by another worker is refused', async () => {
  const { requests, client } = committing();
  requests.post('/git/refs').reply(422, { message: 'Reference already exists' });
  const writing = writeCommit(client, wanted, { kind: 'create' });
  await expect(writing).rejects.toMatchObject({ status: 422 });
});

test('where the answer is lost, the branch is looked at before it is made again', async () => {
  const { requests, client, head } = committing();
  requests.post('/git/refs').reply(502);
  head(MADE);
  const written = await writeCommit(client, wanted, { kind: 'create' });
  expect(written).toEqual({ kind: 'written', head: MADE });
});

describe('to append', () => {
  test('never moves a branch off what is there', async () => {
    const { requests, client } = committing();
    requests.patch('/git/refs/heads%2Ftopic', { sha: MADE, force: false }).reply(200, {});
    const written = await writeCommit(client, wanted, { kind: 'append' });
    expect(written).toEqual({ kind: 'written', head: MADE });
  });

  test('to a branch that has moved changes nothing', async () => {
    const { requests, client, head } = committing();
    requests.patch('/git/refs/heads%2Ftopic').reply(422, { message: 'not a fast forward' });
    head(OTHER);
    expect(await writeCommit(client, wanted, { kind: 'append' })).toEqual({ kind: 'moved' });
  });

  test('is refused where the branch has not moved: a rule protects it', async () => {
    const { requests, client, head } = committing();
    requests.patch('/git/refs/heads%2Ftopic').reply(422, { message: 'protected' });
    head(PARENT);
    const writing = writeCommit(client, wanted, { kind: 'append' });
    await expect(writing).rejects.toMatchObject({ status: 422 });
  });
});

describe('to replace', () => {
  const update = { kind: 'replace', current: OTHER } as const;
  const currentWith = (of: string) => ({ tree: { sha: of }, parents: [{ sha: PARENT }] });

  test('leaves a commit that is the same change', async () => {
    const { requests, client } = interceptedGitHub();
    requests.post('/git/trees').reply(201, { sha: TREE });
    requests.get(`/git/commits/${OTHER}`).reply(200, currentWith(TREE));
    const written = await writeCommit(client, wanted, update);
    expect(written).toEqual({ kind: 'written', head: OTHER });
  });

  test('moves the branch', async () => {
    const { requests, client, head } = committing();
    requests.get(`/git/commits/${OTHER}`).reply(200, currentWith(ROOT));
    head(OTHER);
    requests.patch('/git/refs/heads%2Ftopic', { sha: MADE, force: true }).reply(200, {});
    expect(await writeCommit(client, wanted, update)).toEqual({ kind: 'written', head: MADE });
  });

  test('leaves a branch that somebody has pushed to meanwhile', async () => {
    const { requests, client, head } = committing();
    requests.get(`/git/commits/${OTHER}`).reply(200, currentWith(ROOT));
    head(sha('f'));
    expect(await writeCommit(client, wanted, update)).toEqual({ kind: 'moved' });
  });
});

test('a commit without a parent has its own files alone, whatever the branch was at', async () => {
  const { requests, client } = interceptedGitHub();
  const entry = { path: 'a.c', mode: '100644', type: 'blob', content: 'int a;\n' };
  requests.post('/git/trees', { tree: [entry] }).reply(201, { sha: TREE });
  const body = { message: 'one', tree: TREE, parents: [] };
  requests.post('/git/commits', body).reply(201, { sha: MADE });
  requests.patch('/git/refs/heads%2Ftopic', { sha: MADE, force: true }).reply(200, {});
  const commit = { ...wanted, base: undefined };
  const written = await writeCommit(client, commit, { kind: 'overwrite' });
  expect(written).toEqual({ kind: 'written', head: MADE });
});
