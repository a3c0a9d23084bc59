import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import { historyProblem, wireMessage } from '../support/strict-provider.ts';
import { type Reply, sendReply, sendStatus } from './served-reply.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(wireMessage),
  stream: z.boolean().optional(),
  tools: z.array(z.unknown()).optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: z.unknown().optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  stream_options: z.unknown().optional(),
  temperature: z.number().optional(),
});

export type ServedRequest = z.infer<typeof requestSchema> & {
  readonly headers: Readonly<IncomingMessage['headers']>;
};

export interface ModelServer {
  readonly baseUrl: string;
  /** What was asked, oldest first; refused conversations are not among them. */
  readonly requests: readonly ServedRequest[];
  /** All that was received, as it came. */
  readonly bodies: readonly string[];
  /** Why a conversation was refused with status 400. */
  readonly problems: readonly string[];
  /** Resolves when the server begins to keep its next client waiting. */
  hanging(): Promise<void>;
  /** Connections that clients gave up before the answer was complete. */
  abandoned(): number;
}

export interface OpenModelServer extends ModelServer {
  close(): Promise<void>;
}

/**
 * A scripted OpenAI-compatible server on a port of the loopback interface, open until it is closed:
 * real HTTP, streams where the client asks for them, and refuses invalid conversations as the
 * strictest provider would. A request beyond the end of the script gets status 500.
 */
export async function openModelServer(
  script: readonly Reply[] | ((request: ServedRequest, index: number) => Reply),
): Promise<OpenModelServer> {
  const requests: ServedRequest[] = [];
  const bodies: string[] = [];
  const problems: string[] = [];
  let abandoned = 0;
  let waiting = Promise.withResolvers<void>();
  const server = createServer(async (incoming, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1;
    });
    const body = await readBody(incoming);
    bodies.push(body);
    const request = readRequest(incoming, body);
    const problem = typeof request === 'string' ? request : historyProblem(request.messages);
    if (typeof request === 'string' || problem !== undefined) {
      problems.push(problem ?? '');
      sendStatus(response, { kind: 'status', status: 400, message: problem ?? '' });
      return;
    }
    const index = requests.push(request) - 1;
    const reply = typeof script === 'function' ? script(request, index) : script[index];
    await sendReply(
      response,
      request,
      reply ?? { kind: 'status', status: 500, message: 'no script' },
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

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function readRequest({ url, headers }: IncomingMessage, body: string): ServedRequest | string {
  if (url !== '/v1/chat/completions') return `there is no ${url}`;
  const parsed = requestSchema.safeParse(JSON.parse(body));
  return parsed.success ? { ...parsed.data, headers } : z.prettifyError(parsed.error);
}
