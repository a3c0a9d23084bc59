import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { callTool } from '../../../src/agent/call-tool.ts';
import { webSearchTools } from '../../../src/agent/tools/web-search.ts';
import { Secret } from '../../../src/model/configuration/secret.ts';
import type { WebSearchSettings } from '../../../src/model/configuration/web-search.ts';
import { redactor } from '../../../src/model/redaction/redact.ts';
import { json, type SearchServer, searchServer } from '../../support/search-server.ts';

const CANARY = 'canary-0123456789';
const RESULT = {
  title: 'png_read',
  url: 'https://png.test/read',
  content: 'reads <b>rows</b>\nof it',
};

let open: SearchServer[] = [];
afterEach(() => {
  for (const server of open) server.close();
  open = [];
});

async function served(
  answer: (response: ServerResponse) => void,
  settings: Partial<WebSearchSettings> = {},
) {
  const server = await searchServer(answer);
  open.push(server);
  const { url } = server;
  const tools = webSearchTools(
    { url, key: undefined, keyHeader: 'authorization', ...settings },
    redactor([CANARY]),
  );
  const call = (args: unknown, signal = AbortSignal.timeout(20_000)) =>
    callTool(
      { id: '1', name: 'web_search', arguments: JSON.stringify(args) },
      { tools, permissions: ['read'], signal, maxChars: 50_000 },
    );
  return { server, call };
}

test('without an address there is no such tool', () => {
  expect(webSearchTools(undefined, redactor([]))).toEqual([]);
});

test.each([
  ['at the top', { results: [RESULT] }],
  [
    'below web',
    { web: { results: [{ ...RESULT, content: undefined, description: RESULT.content }] } },
  ],
])('results %s are listed as plain text', async (_, answer) => {
  const { server, call } = await served(json(answer));
  expect(await call({ query: '  libpng png_read & rows ' })).toEqual({
    ok: true,
    text: 'png_read\nhttps://png.test/read\nreads rows of it',
  });
  expect(server.asked.map(({ query }) => query)).toEqual(['libpng png_read & rows']);
  expect(server.asked[0]?.headers['authorization']).toBeUndefined();
});

test('at most eight results are listed, each of a bounded length', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...RESULT,
    title: `t${at}`.padEnd(9000, 'x'),
  }));
  const { call } = await served(json({ results: many }));
  const { text } = await call({ query: 'rows' });
  expect(text.split('\n\n')).toHaveLength(8);
  expect(text.length).toBeLessThan(8 * 1300);
});

test('nothing found is said', async () => {
  const { call } = await served(json({ results: [] }));
  expect(await call({ query: 'rows' })).toEqual({ ok: true, text: 'Nothing was found.' });
});

test('a key goes in its header, and secrets and code stay here', async () => {
  const key = new Secret('search-key-1');
  const bearer = await served(json({ results: [] }), { key });
  await bearer.call({ query: `why ${CANARY}` });
  expect(bearer.server.asked[0]?.query).toBe('why [redacted]');
  expect(bearer.server.asked[0]?.headers['authorization']).toBe('Bearer search-key-1');
  const own = await served(json({ results: [] }), { key, keyHeader: 'x-subscription-token' });
  await own.call({ query: 'why' });
  expect(own.server.asked[0]?.headers['x-subscription-token']).toBe('search-key-1');
  const long = await own.call({ query: 'int f(void) { return 0; }\n'.repeat(20) });
  expect([long.ok, long.text]).toEqual([false, expect.stringContaining('query')]);
  expect(own.server.asked).toHaveLength(1);
});

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['a page', (response) => response.end('<html>'), /did not answer with results in JSON/],
  ['another form', json({ hits: [] }), /did not answer with results in JSON/],
  ['a refusal', (response) => response.writeHead(429).end('{}'), /status 429/],
  ['a closed connection', (response) => response.destroy(), /could not be searched: /],
  [
    'a link to elsewhere',
    (response) => response.writeHead(302, { location: 'http://x.test/' }).end(),
    /searched: /,
  ],
  [
    'too much',
    (response) => response.end(' '.repeat(2 * 1024 * 1024)),
    /longer than 1048576 bytes/,
  ],
])('%s is an error that the model can go on from', async (_, answer, message) => {
  const { call } = await served(answer);
  const { ok, text } = await call({ query: 'rows' });
  expect([ok, text]).toEqual([false, expect.stringMatching(message)]);
  expect(text).toContain('go on without it');
});

test('a server that does not answer can be left', async () => {
  const { server, call } = await served(() => undefined);
  const stop = new AbortController();
  const called = call({ query: 'rows' }, stop.signal).catch(String);
  while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort(new Error('enough'));
  expect(JSON.stringify(await called)).toContain('enough');
});
