import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { openUserAccess } from '../../../src/github/api/user-access.ts';
import { closeServer, listen } from '../../../src/github/server/listen.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const SUSPENDED = 9;

/** What a GitHub answers that has as many repositories of each installation. */
async function access(counts: Readonly<Record<number, number>>, ofOthers: readonly number[] = []) {
  const asked: string[] = [];
  const answerTo = ({ url = '' }: IncomingMessage): object => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [, id] = /^\/user\/installations\/(\d+)\/repositories$/.exec(pathname) ?? [];
    const installations = [...Object.keys(counts).map(Number), ...ofOthers].map((one) => {
      const suspended_at = one === SUSPENDED ? '2026-01-01T00:00:00Z' : null;
      return { id: one, app_id: ofOthers.includes(one) ? 2 : 1, suspended_at };
    });
    if (id === undefined) return { total_count: installations.length, installations };
    const page = Number(searchParams.get('page'));
    asked.push(`${id} ${page}`);
    const all = Array.from({ length: counts[Number(id)] ?? 0 }, (_, index) => ({
      ...{ id: Number(id) * 10_000 + index, name: `r${index}`, owner: { login: 'ada' } },
      ...{ private: index % 2 === 0, archived: index === 1, disabled: index === 2 },
    }));
    const repositories = all.slice((page - 1) * 100, page * 100);
    return { total_count: all.length, repositories };
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answerTo(request)));
  });
  const apiUrl = await listen(server, { host: '127.0.0.1', port: 0 });
  closers.push(() => closeServer(server));
  return { asked, user: openUserAccess('ghu_x', { apiUrl, appId: 1, clock: fakeClock() }) };
}

test('repositories are listed page by page, those of the app that are still written to', async () => {
  const { asked, user } = await access({ 1: 103, 2: 100, 3: 1, [SUSPENDED]: 5 }, [4]);
  const { repositories, isCut } = await user.repositories();
  // Two are archived or disabled where there are so many.
  expect([repositories.length, isCut]).toEqual([101 + 98 + 1, false]);
  expect(asked).toEqual(['1 1', '1 2', '2 1', '2 2', '3 1']);
  expect(repositories.slice(0, 2)).toEqual([
    { id: 10_000, owner: 'ada', name: 'r0', isPrivate: true },
    { id: 10_003, owner: 'ada', name: 'r3', isPrivate: false },
  ]);
});

test('more than two thousand are not asked for', async () => {
  const { asked, user } = await access({ 1: 5000, 2: 5000 });
  const { repositories, isCut } = await user.repositories();
  expect([repositories.length, isCut, asked.length]).toEqual([2000, true, 21]);
});
