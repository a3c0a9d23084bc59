import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'probot';
import { IncompleteError, messageOf } from '../../errors.ts';
import type { WebhookEvent } from '../webhooks/accept-event.ts';
import { isUnsigned, openSignedWebhooks, WEBHOOK_PATH } from '../webhooks/verify-signature.ts';
import type { ServerSettings } from './settings.ts';

/** GitHub sends no longer body. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Who is slower does not get to keep a connection. */
const REQUEST_MILLISECONDS = 30_000;

export interface WebServerOptions {
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** What it throws is answered as a failure, with its `status` or 500. */
  readonly accept: (event: WebhookEvent) => Promise<void>;
  /** Throws when the App could not accept a webhook now. */
  readonly ready: () => Promise<void>;
  /** Metrics in the format of Prometheus. */
  readonly metrics: () => Promise<string>;
}

export interface WebServer {
  readonly url: string;
  /** Takes no more requests, and waits for those that it is at. */
  close(): Promise<void>;
}

/**
 * Listens for webhooks, whose signatures are checked, and for requests about the state of the process.
 * @throws IncompleteError when the address cannot be had
 */
export async function openWebServer(options: WebServerOptions): Promise<WebServer> {
  const { settings, log, accept } = options;
  const handleWebhook = await openSignedWebhooks(settings, log, accept);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') return answer(response, 200, 'ok\n');
    if (path === '/readyz') {
      const problem = await options.ready().then(
        () => undefined,
        () => 'the database does not answer\n',
      );
      return answer(response, problem === undefined ? 200 : 503, problem ?? 'ok\n');
    }
    if (path === '/metrics') return answer(response, 200, await options.metrics());
    if (path !== WEBHOOK_PATH) return answer(response, 404, 'there is nothing here\n');
    if (isUnsigned(request)) {
      return refuse(request, response, 400, 'the signature is missing\n');
    }
    const body = await readBody(request);
    if (body === undefined) return refuse(request, response, 413, 'this is too long\n');
    await handleWebhook(request, response, body);
  };

  const server = createServer({ requestTimeout: REQUEST_MILLISECONDS }, (request, response) => {
    handle(request, response).catch((thrown: unknown) => {
      log.error({ problem: messageOf(thrown) }, 'a request failed');
      if (!response.headersSent) answer(response, 500, 'this failed; the log says more\n');
    });
  });
  const url = await listen(server, settings);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** The body of a request as text; undefined when it is too long, before it fills the memory. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** Answers without reading what else comes. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.setHeader('connection', 'close');
  response.once('finish', () => request.destroy());
  answer(response, status, text);
}

function listen(server: Server, { host, port }: ServerSettings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new IncompleteError(`cannot listen on ${host}:${port}: ${messageOf(error)}`)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const actual = typeof address === 'object' ? address?.port : undefined;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual ?? port}`);
    });
  });
}
