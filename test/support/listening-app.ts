import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach } from '@jest/globals';
import * as z from 'zod';
import type { GitHub } from '../in-memory-github/open-github.ts';
import type { Permissions } from '../in-memory-github/state/caller.ts';
import { appJwt } from './app-jwt.ts';
import { client } from './opened-github.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const Payload = z.looseObject({ action: z.string().optional() });

/** A delivery as the app got it. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: z.infer<typeof Payload>;
  /** Such as `pull_request opened`. */
  readonly name: string;
}

/** An app with a server of its own, that writes down what it is told and answers 200. */
export async function listeningApp(
  github: GitHub,
  permissions: Permissions,
  options: { readonly events?: readonly string[]; readonly now?: () => number } = {},
) {
  const received: Received[] = [];
  // An answer that never ends while it hangs.
  const answers: (number | 'hang')[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const payload = Payload.parse(JSON.parse(body));
    const event = `${request.headers['x-github-event']}`;
    const name = payload.action === undefined ? event : `${event} ${payload.action}`;
    received.push({ headers: request.headers, body, payload, name });
    const status = answers.shift() ?? 200;
    if (status !== 'hang') response.writeHead(status).end('noted');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const app = github.addApp('ward', pem, permissions);
  github.setWebhook(app, { url, secret: 'a secret', events: options.events ?? [] });
  const { now = Date.now } = options;
  return {
    ...{ app, url, received, answers },
    /** What it was told, once everything is delivered, and not again the next time. */
    async heard(): Promise<string[]> {
      await github.delivered();
      return received.splice(0).map(({ name }) => name);
    },
    /** The client of the app itself, with a new web token. */
    rest: () => client(github, appJwt(app, privateKey, now())).rest,
    /** The client of its bot. */
    async bot(installation_id: number) {
      const { rest } = client(github, appJwt(app, privateKey, now()));
      const { data } = await rest.apps.createInstallationAccessToken({ installation_id });
      return { rest: client(github, data.token).rest, token: data.token };
    },
  };
}
