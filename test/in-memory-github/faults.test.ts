import { expect, test } from '@jest/globals';
import { client, openedGitHub } from '../support/opened-github.ts';
import type { GitHubOptions } from './open-github.ts';
import { GITHUB_LIMITS } from './server/rate-limits.ts';

const demo = { owner: 'ada', repo: 'demo' };

async function opened(options: Omit<GitHubOptions, 'folder'> = {}) {
  const github = await openedGitHub(options);
  const { rest } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo');
  const write = () => rest.issues.create({ ...demo, title: 'one' });
  const count = async () => (await rest.issues.listForRepo(demo)).data.length;
  return { github, rest, write, count };
}

test('an answer is lost after the write has happened, once', async () => {
  const { github, write, count } = await opened();
  github.fail({ operation: 'issues/create', kind: 'lose-answer' });
  await expect(write()).rejects.toMatchObject({ status: 502 });
  expect(await count()).toBe(1);
  await write();
  expect(await count()).toBe(2);
});

test('a request is refused, as often as told', async () => {
  const { github, write, count } = await opened();
  const headers = { 'retry-after': '60' };
  github.fail({ operation: 'issues/create', kind: 'refuse', status: 403, headers, times: 2 });
  for (const _ of [1, 2]) {
    const response = { headers: expect.objectContaining(headers) };
    await expect(write()).rejects.toMatchObject({ status: 403, response });
  }
  expect(await count()).toBe(0);
  await expect(write()).resolves.toMatchObject({ status: 201 });
});

test('an answer never comes, or comes late', async () => {
  const { github, rest, write, count } = await opened();
  github.fail({ operation: 'issues/create', kind: 'hang' });
  const signal = AbortSignal.timeout(50);
  const request = { ...demo, title: 'one', request: { signal } };
  await expect(rest.issues.create(request)).rejects.toThrow();
  expect(await count()).toBe(0);
  github.fail({ operation: 'issues/create', kind: 'slow', delay: 60 });
  const start = performance.now();
  await write();
  expect(performance.now() - start).toBeGreaterThan(50);
});

test('who writes too fast is told to wait', async () => {
  let now = Date.UTC(2026, 0, 1);
  const limits = { ...GITHUB_LIMITS, contentPerMinute: 2, contentPerHour: 3 };
  const { write, count } = await opened({ limits, now: () => now });
  await write();
  await write();
  const wait = (seconds: string) => ({
    ...{ status: 403, message: expect.stringContaining('secondary rate limit') },
    response: { headers: expect.objectContaining({ 'retry-after': seconds }) },
  });
  await expect(write()).rejects.toMatchObject(wait('60'));
  now += 60_000;
  await write();
  now += 60_000;
  await expect(write()).rejects.toMatchObject(wait(`${3600 - 120}`));
  expect(await count()).toBe(3);
});

test('an hour has an end, too', async () => {
  const { rest } = await opened({ limits: { ...GITHUB_LIMITS, hourly: 2 } });
  await rest.repos.get(demo);
  const { headers } = await rest.repos.get(demo);
  expect(headers['x-ratelimit-remaining']).toBe('0');
  await expect(rest.repos.get(demo)).rejects.toThrow('API rate limit exceeded');
});

test('some requests go well first, and what has not gone wrong yet can be told', async () => {
  const { github, write } = await opened();
  const fault = { operation: 'issues/create', kind: 'refuse', after: 1 } as const;
  github.fail(fault);
  await write();
  expect(github.faultsLeft()).toEqual([fault]);
  await expect(write()).rejects.toMatchObject({ status: 502 });
  expect(github.faultsLeft()).toEqual([]);
  await write();
});
