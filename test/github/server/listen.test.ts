import { createServer } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { IncompleteError } from '../../../src/errors.ts';
import { closeServer, listen } from '../../../src/github/server/listen.ts';

const open: ReturnType<typeof createServer>[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await closeServer(server);
});

/** A server that answers with a word. */
function server() {
  const made = createServer((_request, response) => response.end('here'));
  open.push(made);
  return made;
}

test.each(['127.0.0.1', 'localhost', '::1'])(
  'at %s a free port is found, and told',
  async (host) => {
    const url = await listen(server(), { host, port: 0 });
    expect(Number(new URL(url).port)).toBeGreaterThan(0);
    expect(new URL(url).hostname).toBe(host === '::1' ? '[::1]' : host);
    expect(await (await fetch(url)).text()).toBe('here');
  },
);

test('the port that is asked for is the one that is told', async () => {
  const first = server();
  const { port } = new URL(await listen(first, { host: '127.0.0.1', port: 0 }));
  await closeServer(first);
  const url = await listen(server(), { host: '127.0.0.1', port: Number(port) });
  expect(url).toBe(`http://127.0.0.1:${port}`);
});

test('a port that is taken is named, and is not had', async () => {
  const { port } = new URL(await listen(server(), { host: '127.0.0.1', port: 0 }));
  const second = listen(server(), { host: '127.0.0.1', port: Number(port) });
  await expect(second).rejects.toThrow(IncompleteError);
  await expect(second).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
});

test('a closed server answers no more', async () => {
  const one = server();
  const url = await listen(one, { host: '127.0.0.1', port: 0 });
  await closeServer(one);
  await expect(fetch(url)).rejects.toThrow();
});
