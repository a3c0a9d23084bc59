import type { ServerResponse } from 'node:http';
import {
  type Answer,
  type Dialect,
  pieces,
  type ServedToolCall,
  wireEvent,
} from './dialects/dialect.ts';
import type { Reply } from './served-reply.ts';

/** Sends one reply: in pieces where the client wants a stream. */
export function sendReply(
  response: ServerResponse,
  { stream = false }: { readonly stream?: boolean | undefined },
  reply: Reply,
  dialect: Dialect,
): Promise<void> | undefined {
  const begin = (content: string) =>
    [...dialect.opening, ...dialect.text(content)].map(wireEvent).join('');
  switch (reply.kind) {
    case 'status':
      sendStatus(response, reply, dialect);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title>');
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': stream ? SSE : 'application/json' });
      response.end(reply.body);
      return;
    case 'hang':
      if (reply.content === undefined) return;
      response.writeHead(200, { 'content-type': SSE });
      response.write(begin(reply.content));
      return;
    case 'cut-off':
      response.writeHead(200, { 'content-type': SSE });
      response.write(begin(reply.content), () => {
        if (reply.politely) response.end();
        else setTimeout(() => response.destroy(), 20);
      });
      return;
    case 'answer':
      return stream ? sendStream(response, reply, dialect) : sendWhole(response, reply, dialect);
  }
}

const SSE = 'text/event-stream';

async function sendStream(
  response: ServerResponse,
  reply: Answer,
  dialect: Dialect,
): Promise<void> {
  const calls = servedCalls(reply);
  response.writeHead(200, { 'content-type': SSE });
  const begin = [
    ...dialect.opening,
    ...pieces(reply.content ?? '').flatMap((piece) => dialect.text(piece)),
    ...calls.flatMap((call, index) => dialect.call(call, index)),
  ];
  for (const one of begin) response.write(wireEvent(one));
  await reply.until;
  for (const one of dialect.closing(reply, calls)) response.write(wireEvent(one));
  response.end(dialect.end);
}

async function sendWhole(response: ServerResponse, reply: Answer, dialect: Dialect): Promise<void> {
  await reply.until;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(dialect.whole(reply, servedCalls(reply))));
}

/** Sends a refusal. */
export function sendStatus(
  response: ServerResponse,
  reply: Extract<Reply, { kind: 'status' }>,
  dialect: Dialect,
): void {
  const { status, message = `as told: ${status}`, code = null, headers = {} } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(dialect.refusal(status, message, code)));
}

function servedCalls({ calls = [] }: Answer): ServedToolCall[] {
  return calls.map((call, index) => ({
    id: call.id === undefined ? `served_${index}` : call.id,
    name: call.name,
    pieces: pieces(
      typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    ),
  }));
}
