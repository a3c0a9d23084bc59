import { createServer, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { httpProvider } from '../../../src/model/provider/http-provider.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { question, settings } from '../../support/served-model.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

test('a comment of a stream breaks the silence of a slow model', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': waiting\n\n');
    resolve(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const clock = fakeClock({ jump: false });
  let watches = 0;
  const after: typeof clock.after = (milliseconds, fire) => {
    watches += 1;
    return clock.after(milliseconds, fire);
  };
  const one = settings({ baseUrl: `http://127.0.0.1:${port}/v1`, silence: 60_000 });
  const provider = httpProvider(one, { ...clock, after });
  const answer = provider.complete(
    { ...question(), maxOutputTokens: 100 },
    new AbortController().signal,
    () => undefined,
  );
  const response = await asked;
  for (const waits of [3, 4, 5]) {
    await eventually(() => expect(watches).toBe(waits));
    await clock.advance(50_000);
    response.write(': waiting\n\n');
  }
  const delta = { content: 'Here.' };
  const chunk = { choices: [{ index: 0, delta, finish_reason: 'stop' }] };
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  expect((await answer).content).toBe('Here.');
});
