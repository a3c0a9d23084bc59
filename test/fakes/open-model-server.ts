import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { historyProblem } from '../support/strict-provider.ts';
import { type ChatRequest, chat } from './dialects/chat.ts';
import type { Dialect, ReadRequest } from './dialects/dialect.ts';
import { sendReply, sendStatus } from './send-reply.ts';
import type { Reply } from './served-reply.ts';

export type ServedRequest = ChatRequest & Received;

/** What is known of a request beside its body. */
interface Received {
  readonly headers: Readonly<IncomingMessage['headers']>;
  /** Of its address: `api-version=…`, or nothing. */
  readonly query: string;
}

export interface ModelServer<Request extends ReadRequest = ChatRequest> {
  readonly baseUrl: string;
  /** What was asked, oldest first; refused conversations are not among them. */
  readonly requests: readonly (Request & Received)[];
  /** All that was received, as it came. */
  readonly bodies: readonly string[];
  /** Why a conversation was refused with status 400. */
  readonly problems: readonly string[];
  /** Resolves when the server begins to keep its next client waiting. */
  hanging(): Promise<void>;
  /** Connections that clients gave up before the answer was complete. */
  abandoned(): number;
}

export interface OpenModelServer<Request extends ReadRequest = ChatRequest>
  extends ModelServer<Request> {
  close(): Promise<void>;
}

/** What a server answers, to one request after the other or by what is asked. */
export type Script<Request extends ReadRequest = ChatRequest> =
  | readonly Reply[]
  | ((request: Request & Received, index: number) => Reply);

/** What a server answers to those who want to read something, by path. */
export type Pages = Readonly<Record<string, unknown>>;

/** A scripted OpenAI-compatible server, see `openServer`. */
export function openModelServer(script: Script): Promise<OpenModelServer> {
  return openServer(script, chat);
}

/**
 * A scripted server on a port of the loopback interface, open until it is closed: real HTTP, streams where
 * the client asks for them, and refuses invalid conversations as the strictest provider would. A request
 * beyond the end of the script gets status 500.
 * @param dialect the interface that it speaks
 * @param pages what it answers besides, by path
 */
export async function openServer<Request extends ReadRequest>(
  script: Script<Request>,
  dialect: Dialect<Request>,
  pages: Pages = {},
): Promise<OpenModelServer<Request>> {
  const requests: (Request & Received)[] = [];
  const bodies: string[] = [];
  const problems: string[] = [];
  let abandoned = 0;
  let waiting = Promise.withResolvers<void>();
  const server = createServer(async (incoming, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1;
    });
    if (incoming.method === 'GET') {
      sendPage(response, pages[incoming.url ?? '']);
      return;
    }
    const body = await readBody(incoming);
    bodies.push(body);
    const request = readRequest(incoming, body, dialect);
    const problem = typeof request === 'string' ? request : historyProblem(request.messages);
    if (typeof request === 'string' || problem !== undefined) {
      problems.push(problem ?? '');
      sendStatus(response, { kind: 'status', status: 400, message: problem ?? '' }, dialect);
      return;
    }
    const index = requests.push(request) - 1;
    const reply = typeof script === 'function' ? script(request, index) : script[index];
    await sendReply(
      response,
      request,
      reply ?? { kind: 'status', status: 500, message: 'no script' },
      dialect,
    );
    if (reply?.kind === 'hang') {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    bodies,
    problems,
    hanging: () => waiting.promise,
    abandoned: () => abandoned,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendPage(response: ServerResponse, page: unknown): void {
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(page ?? { error: 'not found' }));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function readRequest<Request extends ReadRequest>(
  { url = '', headers }: IncomingMessage,
  body: string,
  dialect: Dialect<Request>,
): (Request & Received) | string {
  const [path, query = ''] = url.split('?');
  if (path !== `/v1${dialect.path}`) return `there is no ${url}`;
  const read = dialect.read(JSON.parse(body), headers);
  return typeof read === 'string' ? read : { ...read, headers, query };
}
