import { afterEach } from '@jest/globals';
import { chat } from './dialects/chat.ts';
import type { Dialect, ReadRequest } from './dialects/dialect.ts';
import { type ModelServer, openServer, type Pages, type Script } from './open-model-server.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A scripted OpenAI-compatible server that is closed after the test. */
export async function modelServer(script: Script): Promise<ModelServer> {
  return await servedIn(chat, script);
}

/** The same for a server that speaks another interface. */
export async function servedIn<Request extends ReadRequest>(
  dialect: Dialect<Request>,
  script: Script<Request>,
  pages: Pages = {},
): Promise<ModelServer<Request>> {
  const server = await openServer(script, dialect, pages);
  closers.push(server.close);
  return server;
}
