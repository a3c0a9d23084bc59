import { describe, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import {
  createPull,
  fetchPull,
  fetchPullFiles,
  fetchPullsFrom,
  listPulls,
} from '../../../src/github/api/pulls.ts';
import { BOT, interceptedGitHub, sha } from './intercepted-github.ts';

const OPEN = {
  ...{ number: 7, node_id: 'PR_7', state: 'open', merged_at: null, draft: true, body: null },
  ...{ user: { id: BOT }, labels: [{ name: 'one' }], created_at: '2026-01-01T00:00:00Z' },
  head: { ref: 'change', sha: sha('a'), repo: { id: 1 } },
  base: { ref: 'main', sha: sha('b') },
};

describe('a pull request', () => {
  test('is what GitHub says, by our names', async () => {
    const { requests, client } = interceptedGitHub();
    requests.get('/pulls/7').reply(200, OPEN);
    expect(await fetchPull(client, 7)).toEqual({
      ...{ number: 7, node: 'PR_7', state: 'open', isDraft: true, body: '', author: BOT },
      ...{ labels: ['one'], created: '2026-01-01T00:00:00Z', branch: 'change', head: sha('a') },
      ...{ isOwnBranch: true, into: 'main', base: sha('b') },
    });
  });

  test.each([
    ['a fork that was deleted', { head: { ...OPEN.head, repo: null } }, { isOwnBranch: false }],
    ['a fork', { head: { ...OPEN.head, repo: { id: 2 } } }, { isOwnBranch: false }],
    ['an account that is gone', { user: null }, { author: undefined }],
    ['a merge', { state: 'closed', merged_at: '2026-01-02T00:00:00Z' }, { state: 'merged' }],
    ['no merge', { state: 'closed' }, { state: 'closed' }],
  ])('of %s', async (_what, given, expected) => {
    const { requests, client } = interceptedGitHub();
    requests.get('/pulls/7').reply(200, { ...OPEN, ...given });
    expect(await fetchPull(client, 7)).toMatchObject(expected);
  });

  test.each([
    ['no commit', { ...OPEN, head: { ref: 'change', repo: null } }, 'at head.sha'],
    ['another state', { ...OPEN, state: 'sleeping' }, 'at state'],
    ['a page instead', '<html>', 'expected object'],
  ])('in a form that is not expected is no pull request: %s', async (_what, answer, problem) => {
    const { requests, client } = interceptedGitHub();
    requests.get('/pulls/7').reply(200, answer);
    const thrown = await fetchPull(client, 7).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(IncompleteError);
    expect(String(thrown)).toContain(problem);
  });
});

test('from a branch are those of the repository itself, not of a fork with that branch', async () => {
  const { requests, client } = interceptedGitHub();
  const forked = { ...OPEN, number: 8, head: { ...OPEN.head, repo: { id: 2 } } };
  const query = { state: 'open', per_page: 100, head: 'ada:change' };
  requests.get('/pulls').query(query).reply(200, [forked, OPEN]);
  expect((await fetchPullsFrom(client, 'change', 'open')).map(({ number }) => number)).toEqual([7]);
});

describe('a list', () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...OPEN, number: from + at }));

  test('is read page by page, and no further than it is asked for', async () => {
    const { requests, client } = interceptedGitHub();
    const query = { state: 'all', sort: 'created', direction: 'desc', per_page: 100 };
    requests
      .get('/pulls')
      .query({ ...query, page: 1 })
      .reply(200, page(1, 100));
    requests
      .get('/pulls')
      .query({ ...query, page: 2 })
      .reply(200, page(101, 100));
    const seen: number[] = [];
    for await (const { number } of listPulls(client, { state: 'all', order: 'newest first' })) {
      seen.push(number);
      if (number === 150) break;
    }
    expect(seen).toHaveLength(150);
  });

  test('goes on where a page had to be read again', async () => {
    const { requests, client } = interceptedGitHub();
    requests.get('/pulls').query(true).reply(200, page(1, 100));
    requests.get('/pulls').query(true).reply(502);
    requests.get('/pulls').query(true).reply(200, page(101, 1));
    const seen: number[] = [];
    for await (const { number } of listPulls(client, { state: 'open', order: 'oldest first' })) {
      seen.push(number);
    }
    expect(seen).toEqual(Array.from({ length: 101 }, (_, at) => at + 1));
  });

  test('of files is read to its end by its links', async () => {
    const { requests, client } = interceptedGitHub();
    const url = 'https://api.github.com/repos/ada/demo/pulls/7/files?page=2';
    requests
      .get('/pulls/7/files')
      .query({ per_page: 100 })
      .reply(200, [{ filename: 'a.c', patch: '@@' }], { Link: `<${url}>; rel="next"` });
    requests
      .get('/pulls/7/files')
      .query({ page: 2 })
      .reply(200, [{ filename: 'b.png' }]);
    expect(await fetchPullFiles(client, 7)).toEqual([
      { path: 'a.c', patch: '@@' },
      { path: 'b.png', patch: undefined },
    ]);
  });
});

describe('to open one', () => {
  const wanted = { title: 't', body: 'b', draft: true, branch: 'change', into: 'main' };

  test('says what it is made of', async () => {
    const { requests, client } = interceptedGitHub();
    const body = { title: 't', body: 'b', draft: true, head: 'change', base: 'main' };
    requests.post('/pulls', body).reply(201, OPEN);
    expect(await createPull(client, wanted, () => Promise.resolve(undefined))).toBe(7);
  });

  test('where there is one is a conflict, which is thrown', async () => {
    const { requests, client } = interceptedGitHub();
    requests.post('/pulls').reply(422, { message: 'A pull request already exists' });
    const opening = createPull(client, wanted, () => Promise.resolve(undefined));
    await expect(opening).rejects.toMatchObject({ status: 422 });
  });
});
