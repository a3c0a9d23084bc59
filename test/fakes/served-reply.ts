import type { ServerResponse } from 'node:http';

interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

interface ServedCall {
  /** Null when the model forgets it. */
  readonly id?: string | null;
  readonly name: string;
  readonly arguments: unknown;
}

/** How the server answers one request. */
export type Reply =
  /** An answer in pieces; `until` holds the last piece back until the test lets it go. */
  | {
      readonly kind: 'answer';
      readonly content?: string;
      readonly calls?: readonly ServedCall[];
      readonly finish?: string;
      readonly usage?: WireUsage | null;
      readonly until?: Promise<unknown>;
    }
  /** A refusal, as JSON. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Some text, then the connection is gone; with `politely`, the stream ends as if complete. */
  | { readonly kind: 'cut-off'; readonly content: string; readonly politely?: boolean }
  /** Some text, then nothing more; without text, not even the head of the response. */
  | { readonly kind: 'hang'; readonly content?: string }
  /** Status 200 and a page for people. */
  | { readonly kind: 'html' }
  /** Status 200, the right type, and something that is no answer. */
  | { readonly kind: 'garbage'; readonly body: string };

export const USAGE = { prompt_tokens: 100, completion_tokens: 20 };

/** The price of a call with the usage above, at $1 and $2 per million tokens. */
export const COST = (100 * 1 + 20 * 2) / 1_000_000;

/** Sends one reply: in pieces where the client wants a stream. */
export function sendReply(
  response: ServerResponse,
  request: { readonly stream?: boolean | undefined },
  reply: Reply,
): Promise<void> | undefined {
  const stream = request.stream === true;
  switch (reply.kind) {
    case 'status':
      sendStatus(response, reply);
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
      response.write(event(delta({ content: reply.content })));
      return;
    case 'cut-off':
      response.writeHead(200, { 'content-type': SSE });
      response.write(event(delta({ content: reply.content })), () => {
        if (reply.politely) response.end();
        else setTimeout(() => response.destroy(), 20);
      });
      return;
    case 'answer':
      return stream ? sendStream(response, reply) : sendWhole(response, reply);
  }
}

const SSE = 'text/event-stream';

type Answer = Extract<Reply, { kind: 'answer' }>;

async function sendStream(response: ServerResponse, reply: Answer): Promise<void> {
  response.writeHead(200, { 'content-type': SSE });
  for (const piece of pieces(reply.content ?? '')) {
    response.write(event(delta({ content: piece })));
  }
  for (const [index, call] of wireCalls(reply).entries()) {
    const { arguments: text, name } = call.function;
    const [first, ...rest] = pieces(text);
    const head = { index, id: call.id, type: 'function', function: { name, arguments: first } };
    response.write(event(delta({ tool_calls: [head] })));
    for (const piece of rest) {
      const part = { index, function: { arguments: piece } };
      response.write(event(delta({ tool_calls: [part] })));
    }
  }
  await reply.until;
  response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: finishOf(reply) }] }));
  const usage = reply.usage === undefined ? USAGE : reply.usage;
  if (usage !== null) response.write(event({ choices: [], usage }));
  response.end('data: [DONE]\n\n');
}

async function sendWhole(response: ServerResponse, reply: Answer): Promise<void> {
  await reply.until;
  const calls = wireCalls(reply);
  const message = {
    role: 'assistant',
    content: reply.content ?? null,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const usage = reply.usage === undefined ? USAGE : reply.usage;
  response.writeHead(200, { 'content-type': 'application/json' });
  const choices = [{ index: 0, message, finish_reason: finishOf(reply) }];
  response.end(JSON.stringify({ choices, ...(usage === null ? {} : { usage }) }));
}

/** Sends a refusal. */
export function sendStatus(
  response: ServerResponse,
  reply: Extract<Reply, { kind: 'status' }>,
): void {
  const { status, message = `as told: ${status}`, code = null, headers = {} } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, code } }));
}

function wireCalls({ calls = [] }: Answer) {
  return calls.map((call, index) => ({
    id: call.id === undefined ? `served_${index}` : call.id,
    type: 'function',
    function: {
      name: call.name,
      arguments:
        typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
}

function finishOf({ finish, calls = [] }: Answer): string {
  return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function delta(value: Readonly<Record<string, unknown>>) {
  return { choices: [{ index: 0, delta: value, finish_reason: null }] };
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Three pieces or fewer. */
function pieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / 3));
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
}
