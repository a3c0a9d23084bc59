import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'probot';
import { messageOf } from '../../errors.ts';
import { isOverviewPath, OVERVIEW_IS_OFF, type ServeOverview } from '../overview/serve-overview.ts';
import { closeServer, listen } from '../server/listen.ts';
import type { WebhookEvent } from '../webhooks/accept-event.ts';
import { isUnsigned, openSignedWebhooks, WEBHOOK_PATH } from '../webhooks/verify-signature.ts';
import { bodyMemory } from './body-memory.ts';
import type { ServerSettings } from './settings.ts';

/** GitHub sends no longer body. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Of all bodies together: GitHub's are below a megabyte but for the rarest. */
const MAX_TOTAL_BYTES = 4 * MAX_BYTES;

/** Of which most would be strangers: GitHub brings 200 deliveries a second at most. */
const MAX_CONNECTIONS = 1000;

/** Who is slower does not get to keep a connection. */
const REQUEST_MILLISECONDS = 30_000;
const HEADERS_MILLISECONDS = 10_000;

/** How often Node looks for those; its own preset is half a minute, which would come on top. */
const CHECK_MILLISECONDS = 1000;

export interface WebServerOptions {
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** What it throws is answered as a failure, with its `status` or 500. */
  readonly accept: (event: WebhookEvent) => Promise<void>;
  /** Throws when the App could not accept a webhook now. */
  readonly ready: () => Promise<void>;
  /** Metrics in the format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** Answers requests for the overview; it is off where this is missing. */
  readonly overview?: ServeOverview;
  /** How long a request may take to come in, in milliseconds. */
  readonly requestTimeout?: number;
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
  const { settings, log, accept, requestTimeout = REQUEST_MILLISECONDS } = options;
  const memory = bodyMemory(MAX_BYTES, MAX_TOTAL_BYTES);
  const handleWebhook = await openSignedWebhooks(settings, log, accept);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // As it is written: a proxy that keeps a path from the outside compares no other.
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (path === '/healthz') return answer(response, 200, 'ok\n');
    if (path === '/readyz') {
      const problem = await options.ready().then(
        () => undefined,
        () => 'the database does not answer\n',
      );
      return answer(response, problem === undefined ? 200 : 503, problem ?? 'ok\n');
    }
    if (path === '/metrics') return answer(response, 200, await options.metrics());
    if (isOverviewPath(path)) {
      if (options.overview === undefined) return answer(response, 404, OVERVIEW_IS_OFF);
      return await options.overview(request, response, { path, query: new URLSearchParams(query) });
    }
    if (path !== WEBHOOK_PATH) return answer(response, 404, 'there is nothing here\n');
    if (isUnsigned(request)) {
      return refuse(request, response, 400, 'the signature is missing\n');
    }
    const body = await memory.read(request);
    if (body === 'too long') return refuse(request, response, 413, 'this is too long\n');
    if (body === 'no room') return refuse(request, response, 503, 'too much at once\n');
    try {
      await handleWebhook(request, response, body.text);
    } finally {
      body.release();
    }
  };

  const timeouts = {
    ...{ requestTimeout, headersTimeout: Math.min(HEADERS_MILLISECONDS, requestTimeout) },
    connectionsCheckingInterval: CHECK_MILLISECONDS,
  };
  const server = createServer(timeouts, (request, response) => {
    handle(request, response).catch((thrown: unknown) => {
      log.error({ problem: messageOf(thrown) }, 'a request failed');
      if (!response.headersSent) answer(response, 500, 'this failed; the log says more\n');
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  const url = await listen(server, settings);
  return {
    url,
    close: () => closeServer(server),
  };
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
