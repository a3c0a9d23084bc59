import { describe, expect, test } from '@jest/globals';
import type { ModelSettings } from '../../../src/model/configuration/settings.ts';
import type { Message, StreamEvent } from '../../../src/model/model.ts';
import { chat } from '../../fakes/dialects/chat.ts';
import type { Dialect } from '../../fakes/dialects/dialect.ts';
import { messages } from '../../fakes/dialects/messages.ts';
import { responses } from '../../fakes/dialects/responses.ts';
import { servedIn } from '../../fakes/model-server.ts';
import { COST, type Reply } from '../../fakes/served-reply.ts';
import { KEY, question, servedModel, TOOL } from '../../support/served-model.ts';

const FINE: Reply = { kind: 'answer', content: 'All is fine here.' };

interface Spoken {
  readonly dialect: Dialect;
  readonly settings: Partial<ModelSettings>;
}

const SPOKEN: readonly (readonly [ModelSettings['interface'], Spoken])[] = [
  ['chat', { dialect: chat, settings: {} }],
  ['responses', { dialect: responses, settings: { interface: 'responses' } }],
  ['messages', { dialect: messages, settings: { interface: 'messages', keyHeader: 'x-api-key' } }],
];

/** A conversation in which a tool was called by another model, whose ids look otherwise. */
const WITH_TOOLS: readonly Message[] = [
  { role: 'system', content: 'You answer.' },
  { role: 'user', content: 'What is it?' },
  {
    role: 'assistant',
    content: 'I look.',
    toolCalls: [
      { id: 'functions.read_code:0', name: 'read_code', arguments: '{"line":3}' },
      { id: 'functions.read_code:1', name: 'read_code', arguments: '{"line":4}' },
    ],
  },
  { role: 'tool', toolCallId: 'functions.read_code:0', content: 'int a;' },
  { role: 'tool', toolCallId: 'functions.read_code:1', content: '' },
  { role: 'user', content: 'Answer now.' },
];

describe.each(SPOKEN)('a model that is asked through %s', (name, { dialect, settings }) => {
  async function served(replies: readonly Reply[], changes: Partial<ModelSettings> = {}) {
    const server = await servedIn(dialect, replies);
    const models = [{ ...settings, ...changes }];
    return { server, ...servedModel([server], { models }) };
  }

  test.each([true, false])('streaming %s: text, usage, cost and key', async (stream) => {
    const { server, model, ledger } = await served([FINE], { stream });
    const heard: StreamEvent[] = [];
    const answer = await model.ask(question(), { onStream: (event) => heard.push(event) });
    expect(answer).toMatchObject({
      ...{ content: 'All is fine here.', toolCalls: [], finish: 'stop', source: 'provider' },
      usage: { input: 100, cached: 0, output: 20, estimated: false },
    });
    expect(heard.map((event) => (event.kind === 'text' ? event.text : '|')).join('')).toBe(
      'All is fine here.',
    );
    expect(ledger.total()).toMatchObject({ calls: 1, input: 100, output: 20, cost: COST });
    const { headers, messages: said } = server.requests[0] ?? {};
    const key = name === 'messages' ? headers?.['x-api-key'] : headers?.authorization;
    expect(key).toBe(name === 'messages' ? KEY : `Bearer ${KEY}`);
    expect(headers?.['user-agent']).toBe('rustward');
    expect(said).toEqual([
      { role: 'system', content: 'You answer.' },
      { role: 'user', content: 'What is it?' },
    ]);
  });

  test.each([true, false])('streaming %s: tool calls', async (stream) => {
    const calls = [
      { name: 'read_code', arguments: { line: 3 } },
      { name: 'read_code', arguments: {} },
    ];
    const { server, model } = await served([{ kind: 'answer', content: 'I look.', calls }], {
      stream,
    });
    const answer = await model.ask(question({ tools: [TOOL] }));
    expect([answer.content, answer.finish]).toEqual(['I look.', 'tool_calls']);
    expect(answer.toolCalls).toEqual([
      { id: 'served_0', name: 'read_code', arguments: '{"line":3}' },
      { id: 'served_1', name: 'read_code', arguments: '{}' },
    ]);
    expect(server.bodies[0]).toContain('Reads lines of a file.');
  });

  test('results of tools are given back, whoever made their ids', async () => {
    const { server, model } = await served([FINE]);
    await model.ask(question({ messages: WITH_TOOLS, tools: [TOOL] }));
    expect(server.problems).toEqual([]);
    const [system, asked, called, first, second, last] = server.requests[0]?.messages ?? [];
    expect([system?.content, asked?.content, called?.content]).toEqual([
      ...['You answer.', 'What is it?', 'I look.'],
    ]);
    expect(called).toMatchObject({
      tool_calls: [{ function: { arguments: '{"line":3}' } }, {}],
    });
    expect([first, second, last].map((message) => message?.content)).toEqual([
      ...['int a;', '', 'Answer now.'],
    ]);
  });

  test('what was read from the cache and written to it has its own price', async () => {
    const usage = {
      ...{ prompt_tokens: 100, completion_tokens: 20 },
      prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 40 },
    };
    const prices = { input: 1, cached: 0.1, written: 1.25, output: 2 };
    for (const stream of [true, false]) {
      const { model, ledger } = await served([{ ...FINE, usage }], { prices, stream });
      const answer = await model.ask(question());
      expect(answer.usage).toMatchObject({ input: 100, cached: 50, written: 40, output: 20 });
      expect(ledger.total().cost).toBeCloseTo((10 + 5 + 50 + 40) / 1e6, 12);
    }
  });

  test('a server that does not count is counted for', async () => {
    const { model } = await served([{ ...FINE, usage: null }]);
    expect((await model.ask(question())).usage).toMatchObject({ output: 6, estimated: true });
  });

  test('too many requests: it is asked again, no sooner than it says', async () => {
    const busy: Reply = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };
    const { model, clock, ledger } = await served([busy, FINE]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
    expect(clock.sleeps).toEqual([7500]);
    expect(ledger.total().calls).toBe(1);
  });

  test.each([503, 529])('%d, too much to do: it is asked again', async (status) => {
    const { model, clock } = await served([{ kind: 'status', status }, FINE]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
    expect(clock.sleeps).toEqual([750]);
  });

  test.each([
    ['a broken connection', { kind: 'cut-off', content: 'All is' }],
    ['a stream that just ends', { kind: 'cut-off', content: 'All is', politely: true }],
    ['JSON of another kind', { kind: 'garbage', body: '{"status": "ok"}' }],
    ['a stream of something else', { kind: 'garbage', body: 'data: {"choices": 3}\n\n' }],
    [
      'an error within the stream',
      {
        kind: 'garbage',
        body: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      },
    ],
  ] as const)('%s: it is asked again', async (_name, reply) => {
    const { model } = await served([reply, FINE]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
  });

  test('a wrong key is told in its own words, once', async () => {
    const { server, model } = await served([
      { kind: 'status', status: 401, message: `invalid key ${KEY}` },
    ]);
    await expect(model.ask(question())).rejects.toThrow(
      'no model answered: first answered 401: invalid key [redacted]',
    );
    expect(server.requests).toHaveLength(1);
  });

  test.each([true, false])('streaming %s: a refusal is no empty answer', async (stream) => {
    const refusal = 'I cannot help with that.';
    const { server, model } = await served([{ kind: 'answer', refusal }], { stream });
    expect(await model.ask(question())).toMatchObject({
      ...{ content: refusal, finish: 'content_filter' },
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([true, false])('streaming %s: what was cut off is continued', async (stream) => {
    const half: Reply = { kind: 'answer', content: 'All is ', finish: 'length' };
    const { server, model } = await served([half, { kind: 'answer', content: 'fine.' }], {
      stream,
    });
    expect(await model.ask(question())).toMatchObject({ content: 'All is fine.', finish: 'stop' });
    expect(server.problems).toEqual([]);
  });

  test('an answer is held to its schema, where the model can', async () => {
    const answerSchema = {
      name: 'report',
      schema: { type: 'object', properties: { lines: { type: 'integer', minimum: 1 } } },
    };
    const { server, model } = await served([FINE, FINE], { jsonSchema: true });
    await model.ask(question({ answerSchema }));
    expect(server.bodies[0]).toContain('"json_schema"');
    const { model: unable, server: other } = await served([FINE]);
    await unable.ask(question({ answerSchema }));
    expect(other.bodies[0]).not.toContain('"json_schema"');
  });

  test('parameters of the configuration are sent, and the limit of the answer', async () => {
    const { server, model } = await served([FINE], { parameters: { temperature: 0 } });
    await model.ask(question({ maxOutputTokens: 50 }));
    const field = name === 'responses' ? 'max_output_tokens' : 'max_tokens';
    expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({ temperature: 0, [field]: 50 });
  });

  test('Azure has its version in the address, and the key in a header of its own', async () => {
    const changes = { apiVersion: '2025-04-01-preview', keyHeader: 'api-key' } as const;
    const { server, model } = await served([FINE], changes);
    await model.ask(question());
    const { query, headers } = server.requests[0] ?? {};
    expect([query, headers?.['api-key'], headers?.authorization]).toEqual([
      ...['api-version=2025-04-01-preview', KEY, undefined],
    ]);
  });
});
