import { afterEach } from '@jest/globals';
import { type ModelServer, openModelServer, type ServedRequest } from './open-model-server.ts';
import type { Reply } from './served-reply.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A scripted OpenAI-compatible server that is closed after the test. */
export async function modelServer(
  script: readonly Reply[] | ((request: ServedRequest, index: number) => Reply),
): Promise<ModelServer> {
  const server = await openModelServer(script);
  closers.push(server.close);
  return server;
}
