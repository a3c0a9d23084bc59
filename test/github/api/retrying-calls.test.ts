import { describe, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import { createIssueComment, updateIssueComment } from '../../../src/github/api/comments.ts';
import { fetchDefaultBranch } from '../../../src/github/api/commits.ts';
import { isUnavailable, refusalOf } from '../../../src/github/api/retrying-calls.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { interceptedGitHub } from './intercepted-github.ts';

const FOUND = { default_branch: 'main' };
const COMMENT = { id: 3, body: 'b', user: null, created_at: '2026-01-01T00:00:00Z' };

describe('a request is repeated', () => {
  test('when GitHub is out, after 2 and 4 seconds', async () => {
    const { requests, client, clock } = interceptedGitHub();
    requests.get('').times(2).reply(502, 'Bad Gateway').get('').reply(200, FOUND);
    expect(await fetchDefaultBranch(client)).toBe('main');
    expect(clock.sleeps).toEqual([2000, 4000]);
  });

  test('when the connection breaks', async () => {
    const { requests, client, clock } = interceptedGitHub();
    requests.get('').replyWithError('socket hang up').get('').reply(200, FOUND);
    expect(await fetchDefaultBranch(client)).toBe('main');
    expect(clock.sleeps).toEqual([2000]);
  });

  test.each([
    ['a secondary limit that names a time', 403, { 'Retry-After': '61' }, 61_000],
    ['a secondary limit that names none', 403, {}, 60_000],
    ['too many requests', 429, {}, 60_000],
  ])('after %s', async (_what, status, headers, milliseconds) => {
    const { requests, client, clock } = interceptedGitHub();
    const message = 'You have exceeded a secondary rate limit.';
    requests.get('').reply(status, { message }, headers).get('').reply(200, FOUND);
    expect(await fetchDefaultBranch(client)).toBe('main');
    expect(clock.sleeps).toEqual([milliseconds]);
  });

  test('once the hourly limit is reset, where that is soon', async () => {
    const { requests, client, clock } = interceptedGitHub();
    const reset = {
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': `${clock.now() / 1000 + 120}`,
    };
    requests.get('').reply(403, { message: 'API rate limit exceeded' }, { ...reset });
    requests.get('').reply(200, FOUND);
    expect(await fetchDefaultBranch(client)).toBe('main');
    expect(clock.sleeps).toEqual([121_000]);
  });
});

describe('a request is given up', () => {
  test('after four attempts', async () => {
    const { requests, client, clock } = interceptedGitHub();
    requests.get('').times(4).reply(503, { message: 'Unavailable' });
    const thrown = await fetchDefaultBranch(client).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(IncompleteError);
    expect(isUnavailable(thrown)).toBe(true);
    expect(clock.sleeps).toEqual([2000, 4000, 8000]);
  });

  test('at once, where GitHub wants a longer wait than a worker may be held', async () => {
    const { requests, client, clock } = interceptedGitHub();
    requests.get('').reply(403, { message: 'secondary rate limit' }, { 'Retry-After': '3600' });
    await expect(fetchDefaultBranch(client)).rejects.toThrow(IncompleteError);
    expect(clock.sleeps).toEqual([]);
  });

  test.each([401, 403, 404, 409, 410, 422])('at once, after a refusal with %i', async (status) => {
    const { requests, client, clock } = interceptedGitHub();
    requests.get('').reply(status, { message: 'No' });
    const thrown = await fetchDefaultBranch(client).catch((error: unknown) => error);
    expect(refusalOf(thrown)).toMatchObject({ status });
    expect(isUnavailable(thrown)).toBe(false);
    expect(clock.sleeps).toEqual([]);
  });
});

describe('the signal', () => {
  test('ends a wait, and no request follows', async () => {
    const clock = fakeClock({ jump: false });
    const { requests, client, ending } = interceptedGitHub(clock);
    requests.get('').reply(502);
    const reading = fetchDefaultBranch(client);
    const failed = expect(reading).rejects.toThrow('the process ends');
    while (clock.sleeping() === 0) await new Promise(setImmediate);
    ending.abort(new Error('the process ends'));
    await failed;
  });

  test('breaks off a request that reads', async () => {
    const { requests, client, ending } = interceptedGitHub();
    const asked = Promise.withResolvers<void>();
    requests.get('').reply(200, async () => {
      asked.resolve();
      return await new Promise(() => {});
    });
    const reading = fetchDefaultBranch(client);
    const failed = expect(reading).rejects.toThrow('the process ends');
    await asked.promise;
    ending.abort(new Error('the process ends'));
    await failed;
  });

  test('lets a request that writes come to its end, and no other one begin', async () => {
    const { requests, client, ending } = interceptedGitHub();
    requests.patch('/issues/comments/3').reply(200, () => {
      ending.abort(new Error('the process ends'));
      return COMMENT;
    });
    await updateIssueComment(client, 3, 'b');
    await expect(updateIssueComment(client, 3, 'c')).rejects.toThrow('the process ends');
  });
});

describe('what is written', () => {
  test('is written a second apart', async () => {
    const { requests, client, clock } = interceptedGitHub();
    requests.patch('/issues/comments/3').times(3).reply(200, COMMENT);
    for (const body of ['a', 'b', 'c']) await updateIssueComment(client, 3, body);
    expect(clock.sleeps).toEqual([1000, 1000]);
  });

  test('is not written again where the first attempt has reached GitHub', async () => {
    const { requests, client } = interceptedGitHub();
    requests.post('/issues/1/comments', { body: 'b' }).reply(502);
    expect(await createIssueComment(client, 1, 'b', () => Promise.resolve(9))).toBe(9);
  });

  test('is written again where it has not', async () => {
    const { requests, client } = interceptedGitHub();
    requests.post('/issues/1/comments').reply(502);
    requests.post('/issues/1/comments', { body: 'b' }).reply(201, COMMENT);
    expect(await createIssueComment(client, 1, 'b', () => Promise.resolve(undefined))).toBe(3);
  });
});
