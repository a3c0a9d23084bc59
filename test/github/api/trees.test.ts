import { describe, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import { findBlockedPath, openTree } from '../../../src/github/api/trees.ts';
import { interceptedGitHub, sha } from './intercepted-github.ts';

const COMMIT = sha('c');
const ROOT = sha('0');
const FOLDER = '040000';

const entry = (path: string, mode: string, digit: string) => ({ path, mode, sha: sha(digit) });

/** A large repository: GitHub has cut its list of files short. */
function truncated() {
  const github = interceptedGitHub();
  const { requests } = github;
  const tree = [entry('a', FOLDER, '1')];
  requests
    .get(`/git/trees/${COMMIT}`)
    .query({ recursive: 'true' })
    .reply(200, { sha: ROOT, truncated: true, tree });
  const folder = (id: string, entries: readonly object[], isCut = false) =>
    requests.get(`/git/trees/${id}`).reply(200, { sha: id, truncated: isCut, tree: [...entries] });
  return { ...github, folder };
}

test('a tree that is shown whole takes one request', async () => {
  const { requests, client } = interceptedGitHub();
  const tree = [entry('src', FOLDER, '1'), entry('src/run', '100755', '2')];
  requests
    .get(`/git/trees/${COMMIT}`)
    .query({ recursive: 'true' })
    .reply(200, { sha: ROOT, truncated: false, tree });
  const { commit, sha: own, entryAt } = await openTree(client, COMMIT);
  expect([commit, own]).toEqual([COMMIT, ROOT]);
  expect(await entryAt('src/run')).toEqual({ mode: '100755', sha: sha('2') });
  expect(await entryAt('src/other')).toBeUndefined();
});

describe('of a tree that is cut short', () => {
  test('each folder on the way is read, once', async () => {
    const { client, folder } = truncated();
    folder(ROOT, [entry('a', FOLDER, '1'), entry('src', FOLDER, '2'), entry('z', '100644', '3')]);
    folder(sha('2'), [entry('deep', FOLDER, '4'), entry('run', '100755', '5')]);
    folder(sha('4'), [entry('b.c', '100644', '6')]);
    const { entryAt } = await openTree(client, COMMIT);
    expect(await entryAt('src/run')).toEqual({ mode: '100755', sha: sha('5') });
    expect(await entryAt('src/deep/b.c')).toEqual({ mode: '100644', sha: sha('6') });
    expect(await entryAt('src/deep')).toEqual({ mode: FOLDER, sha: sha('4') });
    expect(await entryAt('src/none/b.c')).toBeUndefined();
    expect(await entryAt('z/b.c')).toBeUndefined();
  });

  test('a folder that is cut short as well is not taken for the whole', async () => {
    const { client, folder } = truncated();
    folder(ROOT, [], true);
    const { entryAt } = await openTree(client, COMMIT);
    await expect(entryAt('src/run')).rejects.toThrow(IncompleteError);
  });
});

test.each([
  ['a link', entry('src/a.c', '120000', '2'), ['src/a.c'], 'src/a.c has the mode 120000'],
  ['a submodule', entry('src', '160000', '2'), ['src/a.c'], 'src has the mode 160000'],
  ['a file as a folder', entry('src', '100644', '2'), ['src/a.c'], 'src has the mode 100644'],
  ['a folder as a file', entry('src/a.c', FOLDER, '2'), ['src/a.c'], 'src/a.c has the mode 040000'],
  ['a program', entry('src/a.c', '100755', '2'), ['src/a.c'], 'src/a.c has the mode 100755'],
  ['nothing', entry('src/a.c', '100644', '2'), ['src/a.c', 'src/b/c.c'], undefined],
])('what is in the way of a plain file: %s', async (_what, one, paths, expected) => {
  const { requests, client } = interceptedGitHub();
  const folders = one.path === 'src' ? [] : [entry('src', FOLDER, '1')];
  requests
    .get(`/git/trees/${COMMIT}`)
    .query(true)
    .reply(200, { sha: ROOT, truncated: false, tree: [...folders, one] });
  const problem = await findBlockedPath(await openTree(client, COMMIT), paths, ['100644']);
  expect(problem).toBe(expected && `${expected} in the repository`);
});
