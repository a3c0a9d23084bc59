import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { client, openedGitHub } from '../support/opened-github.ts';
import type { GitHub } from './open-github.ts';

const Failure = z.object({ status: z.number(), message: z.string() });
const demo = { owner: 'ada', repo: 'demo' };

/** What a request was refused with; that it was one for a developer is taken off the list. */
async function misused(github: GitHub, request: Promise<unknown>): Promise<string> {
  const error: unknown = await request.catch((error: unknown) => error);
  expect(github.problems.splice(0)).toHaveLength(1);
  const { status, message } = Failure.parse(error);
  return `${status} ${message}`;
}

test('a request that GitHub would not take fails, and is remembered', async () => {
  const github = await openedGitHub();
  const { request } = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo');
  const head = 'PATCH /repos/ada/demo/git/refs/heads/main';
  const cases = [
    ['GET /repos/ada/demo/nothing', {}, /^404 GitHub has no GET/],
    ['GET /repos/ada/demo/topics', {}, /^501 repos\/get-all-topics is not part/],
    ['GET /repos/ada/demo/contents/a', { reff: 'main' }, /^422 .*ignores reff/],
    ['POST /repos/ada/demo/git/refs', { ref: 1 }, /^422 .*'sha'; \/ref must be string/],
    [head, { sha: 'a', forced: true }, /^422 .*ignores forced/],
  ] as const;
  for (const [route, parameters, message] of cases) {
    expect(await misused(github, request(route, { ...parameters }))).toMatch(message);
  }
});

test('what a caller may not do is refused as GitHub refuses it', async () => {
  const github = await openedGitHub();
  const [ada, bob] = [github.addUser('ada'), github.addUser('bob')];
  await github.addRepository('ada/demo');
  await github.addRepository('ada/hidden', { private: true });
  const hidden = { owner: 'ada', repo: 'hidden' };
  const write = (token?: string) =>
    client(github, token).rest.git.createRef({ ...demo, ref: 'refs/heads/x', sha: '0'.repeat(40) });
  await expect(write()).rejects.toMatchObject({ status: 401 });
  await expect(write('wrong')).rejects.toThrow('Bad credentials');
  await expect(write(bob)).rejects.toMatchObject({ status: 403 });
  const token = github.actionsToken('ada/demo', { contents: 'read' });
  await expect(write(token)).rejects.toThrow('Resource not accessible by integration');
  await expect(write(ada)).rejects.toThrow('Object does not exist');
  for (const other of [undefined, bob, token]) {
    const request = client(github, other).rest.repos.get(hidden);
    await expect(request).rejects.toMatchObject({ status: 404 });
  }
  github.setRole('ada/hidden', 'bob', 'read');
  await expect(client(github, bob).rest.repos.get(hidden)).resolves.toMatchObject({ status: 200 });
});

test('a token is over after an hour', async () => {
  let now = Date.UTC(2026, 0, 1);
  const github = await openedGitHub({ now: () => now });
  await github.addRepository('ada/demo');
  const { rest } = client(github, github.actionsToken('ada/demo', { contents: 'read' }));
  await expect(rest.repos.get(demo)).resolves.toMatchObject({ status: 200 });
  now += 3_600_000;
  await expect(rest.repos.get(demo)).rejects.toThrow('Bad credentials');
});
