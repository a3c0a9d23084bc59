import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import {
  fetchBranchFile,
  fetchFileText,
  writeBranchFile,
} from '../../../src/github/api/contents.ts';
import { interceptedGitHub, sha } from './intercepted-github.ts';

const FILE = {
  ...{ type: 'file', encoding: 'base64', sha: sha('a') },
  content: Buffer.from('old\n').toString('base64'),
};

test.each([
  ['its text', 200, 'text: 1\n', 'text: 1\n'],
  ['nothing where there is none', 404, { message: 'Not Found' }, undefined],
  ['nothing where a folder has that name', 200, [{ name: 'a' }], undefined],
])('of a file: %s', async (_what, status, answer, expected) => {
  const { requests, client } = interceptedGitHub();
  requests.get('/contents/a.yml').query({ ref: 'main' }).reply(status, answer);
  expect(await fetchFileText(client, 'a.yml', 'main')).toBe(expected);
});

test('what is too long, or no file, is not edited', async () => {
  const { requests, client } = interceptedGitHub();
  requests
    .get('/contents/a')
    .query(true)
    .reply(200, { ...FILE, encoding: 'none', content: '' });
  await expect(fetchBranchFile(client, 'a', 'topic')).rejects.toThrow(UsageError);
});

test('an edit replaces what was read', async () => {
  const { requests, client } = interceptedGitHub();
  requests.get('/contents/a').query({ ref: 'refs/heads/topic' }).reply(200, FILE);
  const before = await fetchBranchFile(client, 'a', 'topic');
  expect(before).toEqual({ text: 'old\n', sha: sha('a') });
  const content = Buffer.from('new\n').toString('base64');
  const body = { branch: 'topic', message: 'm', content, sha: sha('a') };
  requests.put('/contents/a', body).reply(200, {});
  await writeBranchFile(client, 'a', 'topic', { text: 'new\n', message: 'm', before: before?.sha });
});

test('an edit of what was changed meanwhile is a conflict, and not repeated', async () => {
  const { requests, client, clock } = interceptedGitHub();
  requests.put('/contents/a').reply(409, { message: 'a does not match' });
  const writing = writeBranchFile(client, 'a', 'topic', { text: 'new\n', message: 'm' });
  await expect(writing).rejects.toMatchObject({ status: 409 });
  expect(clock.sleeps).toEqual([]);
});

test('an edit whose answer is lost is looked for', async () => {
  const { requests, client } = interceptedGitHub();
  requests.put('/contents/a').reply(502);
  const content = Buffer.from('new\n').toString('base64');
  requests
    .get('/contents/a')
    .query(true)
    .reply(200, { ...FILE, content });
  await writeBranchFile(client, 'a', 'topic', { text: 'new\n', message: 'm' });
});
