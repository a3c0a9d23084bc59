import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openWebServer, type WebServer } from '../../../src/github/app/web-server.ts';
import { eventually } from '../../support/eventually.ts';

const SECRET = 's'.repeat(40);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const servers: WebServer[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function opened(requestTimeout?: number) {
  const accepted: string[] = [];
  const lines: string[] = [];
  const server = await openWebServer({
    settings: {
      ...{ appId: 1, privateKey: PEM, webhookSecret: SECRET, host: '127.0.0.1', port: 0 },
      ...{ apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' },
      ...{ dataFolder: '/nowhere', database: { folder: '/nowhere' }, auditLog: '/nowhere/audit' },
      noticeReceivers: [],
    },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    accept: async ({ name }) => void accepted.push(name),
    ready: async () => {},
    metrics: async () => '',
    ...(requestTimeout !== undefined && { requestTimeout }),
  });
  servers.push(server);
  const bring = async (name: string, body: string, secret = SECRET) => {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const { status } = await fetch(`${server.url}/api/github/webhooks`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-github-event': name },
        ...{ 'x-github-delivery': 'one', 'x-hub-signature-256': `sha256=${signature}` },
      },
      body,
    });
    return status;
  };
  return { url: server.url, accepted, bring, lines };
}

/** Somebody who sends the beginning of a body, and says that more will come. */
async function beginBody(url: string, bytes: number): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    'POST /api/github/webhooks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      `X-Hub-Signature-256: sha256=00\r\nContent-Length: ${bytes + 1}\r\n\r\n`,
  );
  if (bytes > 0) socket.write(Buffer.alloc(bytes, 32));
  return socket;
}

test('a webhook that is badly signed is refused, with one line of the log', async () => {
  const { accepted, bring, lines } = await opened();
  lines.length = 0;
  expect(await bring('push', '{}', 'x'.repeat(40))).toBe(400);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a webhook is not signed with the secret of the App',
  ]);
  expect(accepted).toEqual([]);
});

test.each([
  ['push', 'null'],
  ['push', '[]'],
  ['push', '"text"'],
  ['push', '{"action":'],
  ['__proto__', '{}'],
  ['constructor', '{}'],
  ['toString', '{}'],
  ['push', '{"action":"__proto__"}'],
  ['push', '{"action":{"a":1}}'],
  ['push', '{"installation":{}}'],
  ['push', '{"installation":{"id":0}}'],
  ['push', '{"installation":{"id":"1"}}'],
  ['push', '{"installation":"x"}'],
])('what is signed and odd is refused: %s %s', async (name, body) => {
  const { bring, accepted } = await opened();
  expect(await bring(name, body)).toBe(422);
  expect(accepted).toEqual([]);
  expect(await bring('push', '{"action":"opened"}')).toBe(200);
  expect(accepted).toEqual(['push']);
});

test('many long bodies have a bound together, and a short one goes through meanwhile', async () => {
  const { url, bring, accepted } = await opened();
  const before = process.memoryUsage().arrayBuffers;
  const all = await Promise.all(Array.from({ length: 12 }, () => beginBody(url, 20_000_000)));
  await eventually(() => {
    const open = all.filter((socket) => !socket.destroyed && !socket.closed);
    expect(open.length * 20_000_000).toBeLessThanOrEqual(104_857_600);
  });
  // What was given up is still counted until memory is collected.
  await eventually(() => {
    globalThis.gc?.();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300_000_000);
  });
  expect(await bring('push', '{}')).toBe(200);
  expect(accepted).toEqual(['push']);
});

test('who is slow loses the connection when it is said, and not a while later', async () => {
  const { url } = await opened(300);
  const socket = await beginBody(url, 0);
  const started = performance.now();
  await once(socket.resume(), 'close');
  expect(performance.now() - started).toBeLessThan(10_000);
});
