import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { configurationSchema } from '../../../src/github/configuration/configuration.ts';
import type { Notice } from '../../../src/github/notices/notice.ts';
import {
  type NoticeReceiver,
  parseNoticeReceivers,
} from '../../../src/github/notices/notice-receivers.ts';
import { openNotices } from '../../../src/github/notices/open-notices.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const repository = { id: 1, owner: 'ada', name: 'demo' };
const FINDINGS: Notice = { kind: 'findings', pull: 7, count: 2, highest: 'high' };

/** A chat that answers with these statuses in turn, the last one for ever; 0 hangs up. */
async function chat(...statuses: readonly number[]) {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    const status = statuses[bodies.length - 1] ?? statuses.at(-1) ?? 200;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { location: '/elsewhere' }).end('what it says');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { bodies, address: `http://127.0.0.1:${port}/hook/a-secret` };
}

async function tell(
  receivers: readonly NoticeReceiver[],
  notice: Notice = FINDINGS,
  settings: object = {},
  signal = new AbortController().signal,
) {
  const problems: string[] = [];
  const clock = fakeClock();
  const notices = openNotices(receivers, {
    ...{ serverUrl: 'https://github.com', clock, tryMilliseconds: 600_000 },
    onProblem: (problem) => problems.push(problem),
  });
  const configuration = configurationSchema.parse({ notices: settings });
  await notices.tell(notice, { repository, configuration }, signal);
  return { problems, sleeps: clock.sleeps };
}

test('every receiver gets a notice in its own form, with a link', async () => {
  const [slack, teams, json] = [await chat(200), await chat(202), await chat(204)];
  const { problems } = await tell([
    { format: 'slack', address: slack.address },
    { format: 'teams', address: teams.address },
    { format: 'json', address: json.address },
  ]);
  const said = 'ada/demo: 2 new findings in pull request #7, the worst of high severity.';
  const url = 'https://github.com/ada/demo/pull/7';
  expect(slack.bodies).toEqual([{ text: `${said} <${url}|Open on GitHub>` }]);
  expect(teams.bodies).toMatchObject([
    { type: 'message', attachments: [{ content: { body: [{ text: said }], actions: [{ url }] } }] },
  ]);
  expect(json.bodies).toEqual([
    {
      ...{ event: 'findings', repository: 'ada/demo', pull: 7, count: 2, highest: 'high' },
      ...{ text: said, url },
    },
  ]);
  expect(problems).toEqual([]);
});

test.each<[Notice, string]>([
  [
    { kind: 'findings', pull: 7, count: 1, highest: 'low' },
    'a new finding in pull request #7, of low severity.',
  ],
  [
    { kind: 'gate', pull: 8, passed: true },
    'pull request #8 has passed the gate of the migration.',
  ],
  [
    { kind: 'gate', pull: 8, passed: false },
    'pull request #8 has not passed the gate of the migration, and a person has to look.',
  ],
  [
    { kind: 'migration', function: 'path_join', pull: 9 },
    'path_join is migrated in draft pull request #9.',
  ],
  [
    { kind: 'migration', function: 'path_join', pull: undefined },
    'path_join could not be migrated. The App has said why on GitHub.',
  ],
])('%j is one sentence', async (notice, sentence) => {
  const { bodies, address } = await chat(200);
  await tell([{ format: 'json', address }], notice);
  expect(bodies).toMatchObject([{ text: `ada/demo: ${sentence}` }]);
});

test('in a card a name is shown as it is', async () => {
  const { bodies, address } = await chat(200);
  await tell([{ format: 'teams', address }], { kind: 'migration', function: '_a_b_', pull: 9 });
  expect(JSON.stringify(bodies)).toContain(JSON.stringify('\\_a\\_b\\_').slice(1, -1));
});

test('what a repository does not want told is told to no receiver', async () => {
  const { bodies, address } = await chat(200);
  const receivers = [{ format: 'json', address }] as const;
  await tell(receivers, FINDINGS, { findings: false });
  await tell(receivers, { kind: 'gate', pull: 8, passed: true }, { gates: false });
  const migration: Notice = { kind: 'migration', function: 'f', pull: 9 };
  await tell(receivers, migration, { migrations: false });
  expect(bodies).toEqual([]);
  await tell(receivers, migration, { findings: false, gates: false });
  expect(bodies).toHaveLength(1);
});

test('what is not taken is sent once more, after two seconds', async () => {
  for (const first of [500, 429, 0]) {
    const { bodies, address } = await chat(first, 200);
    const { problems, sleeps } = await tell([{ format: 'slack', address }]);
    expect(bodies).toHaveLength(2);
    expect({ problems, sleeps }).toEqual({ problems: [], sleeps: [2000] });
  }
});

test('where the system has no code for it, there was no answer', async () => {
  // No program may ask at this port.
  const { problems } = await tell([{ format: 'json', address: 'http://127.0.0.1:1/a-secret' }]);
  expect(problems).toEqual(['json, receiver 1: no answer']);
});

test('what is not taken twice is given up, and said without the address', async () => {
  const down = await chat(503);
  const gone = await chat(0);
  const up = await chat(200);
  const { problems } = await tell([
    { format: 'slack', address: down.address },
    { format: 'json', address: gone.address },
    { format: 'json', address: up.address },
  ]);
  expect(problems.toSorted()).toEqual([
    expect.stringMatching(/^json, receiver 2: no answer \([A-Z_]+\)$/),
    'slack, receiver 1: it answered with status 503',
  ]);
  expect(problems.join()).not.toMatch(/a-secret|127\.0\.0\.1/);
  expect([down, gone, up].map(({ bodies }) => bodies.length)).toEqual([2, 2, 1]);
});

test('a refusal, and a redirect, are taken as they are', async () => {
  for (const status of [404, 302]) {
    const { bodies, address } = await chat(status);
    const { problems } = await tell([{ format: 'json', address }]);
    expect(bodies).toHaveLength(1);
    expect(problems).toEqual([`json, receiver 1: it answered with status ${status}`]);
  }
});

test('a job that is to stop waits for no chat', async () => {
  const { bodies, address } = await chat(200);
  const { problems } = await tell([{ format: 'json', address }], FINDINGS, {}, AbortSignal.abort());
  expect({ bodies, problems }).toEqual({ bodies: [], problems: [] });
});

test('receivers are set as words, each a format and an address', () => {
  expect(parseNoticeReceivers('')).toEqual([]);
  expect(
    parseNoticeReceivers(' slack=https://hooks.example.org/T/B  json=http://127.0.0.1:8080/x '),
  ).toEqual([
    { format: 'slack', address: 'https://hooks.example.org/T/B' },
    { format: 'json', address: 'http://127.0.0.1:8080/x' },
  ]);
});

test.each([
  ['https://hooks.example.org/a-secret', /^RUSTWARD_NOTICES: receiver 1 has no format: write/],
  ['json=https://a.example mail=a-secret', /receiver 2 has no format/],
  ['json=http://a.example/a-secret', /receiver 1 has no address that begins with https:/],
  ['json=file:///etc/a-secret', /receiver 1 has no address/],
  ['slack=a-secret', /receiver 1 has no address/],
])('%j is refused, without the address in the message', (words, message) => {
  expect(() => parseNoticeReceivers(words)).toThrow(message);
  expect(() => parseNoticeReceivers(words)).not.toThrow(/a-secret/);
});
