import { expect, test } from '@jest/globals';
import type { ModelSettings } from '../../../../src/model/configuration/settings.ts';
import type { Message } from '../../../../src/model/model.ts';
import { messages } from '../../../fakes/dialects/messages.ts';
import { servedIn } from '../../../fakes/model-server.ts';
import type { Reply } from '../../../fakes/served-reply.ts';
import { question, servedModel, TOOL } from '../../../support/served-model.ts';

const FINE: Reply = { kind: 'answer', content: 'All is fine here.' };
const CALLS = [{ name: 'read_code', arguments: { line: 3 } }];
const CACHED = { type: 'ephemeral' };

async function served(replies: readonly Reply[], changes: Partial<ModelSettings> = {}) {
  const server = await servedIn(messages, replies);
  const models = [{ interface: 'messages', keyHeader: 'x-api-key', ...changes } as const];
  const body = (index: number) => JSON.parse(server.bodies[index] ?? '');
  return { server, body, ...servedModel([server], { models }) };
}

/** The conversation of a question after a tool was called. */
function afterCall(id: string, content = ''): Message[] {
  const call = { id, name: 'read_code', arguments: '{"line":3}' };
  return [
    ...question().messages,
    { role: 'assistant', content, toolCalls: [call] },
    { role: 'tool', toolCallId: id, content: 'int a;' },
  ];
}

test('instructions are kept in the provider’s cache, and what an agent will send again', async () => {
  const { body, model } = await served([FINE, FINE]);
  await model.ask(question());
  await model.ask(question({ tools: [TOOL] }));
  const system = [{ type: 'text', text: 'You answer.', cache_control: CACHED }];
  expect([body(0).system, body(1).system]).toEqual([system, system]);
  expect([body(0).cache_control, body(1).cache_control]).toEqual([undefined, CACHED]);
});

test('nothing is where the configuration says so', async () => {
  const { server, model } = await served([FINE], { promptCache: false });
  await model.ask(question({ tools: [TOOL] }));
  expect(server.bodies[0]).not.toContain('cache_control');
});

test('tools are called one at a time, unless a question takes more', async () => {
  const { body, model } = await served([FINE, FINE]);
  await model.ask(question({ tools: [TOOL] }));
  await model.ask(question({ tools: [TOOL], parallelToolCalls: true }));
  expect([body(0), body(1)].map((one) => one.tool_choice)).toEqual([
    { type: 'auto', disable_parallel_tool_use: true },
    { type: 'auto', disable_parallel_tool_use: false },
  ]);
});

test('results of tools and what is said next are one turn', async () => {
  const { body, model } = await served([FINE]);
  const said: Message[] = [...afterCall('a.b'), { role: 'user', content: 'Answer now.' }];
  await model.ask(question({ tools: [TOOL], messages: said }));
  const [, called, result] = body(0).messages;
  expect(called.content).toEqual([
    { type: 'tool_use', id: 'call-1-a_b', name: 'read_code', input: { line: 3 } },
  ]);
  expect(result).toEqual({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'call-1-a_b', content: 'int a;' },
      { type: 'text', text: 'Answer now.' },
    ],
  });
});

test.each([true, false])(
  'streaming %s: signed thoughts go back with the result',
  async (stream) => {
    const parameters = { thinking: { type: 'enabled', budget_tokens: 1024 } };
    const { body, model } = await served(
      [{ kind: 'answer', calls: CALLS, thought: 'signed' }, FINE],
      {
        ...{ stream, parameters },
      },
    );
    const asked = question({ tools: [TOOL] });
    await model.ask(asked);
    await model.ask({ ...asked, messages: afterCall('served_0') });
    expect(body(1).messages[1].content[0]).toEqual({
      ...{ type: 'thinking', thinking: 'hm', signature: 'signed' },
    });
    expect(body(1).thinking).toEqual(parameters.thinking);
  },
);

test('where they are gone, no model is told to go on thinking', async () => {
  const parameters = { thinking: { type: 'enabled', budget_tokens: 1024 }, temperature: 1 };
  const { body, model } = await served([FINE, FINE], { parameters });
  await model.ask(question({ tools: [TOOL], messages: afterCall('of-another-process') }));
  await model.ask(question());
  expect([body(0).thinking, body(0).temperature]).toEqual([undefined, 1]);
  expect(body(1).thinking).toEqual(parameters.thinking);
});

test('an answer is held to the schema as far as the provider can', async () => {
  const parameters = { output_config: { effort: 'low' } };
  const { body, model } = await served([FINE, FINE, FINE], { jsonSchema: true, parameters });
  const schema = { type: 'object', properties: { line: { type: 'integer', minimum: 1 } } };
  await model.ask(question({ answerSchema: { name: 'report', schema } }));
  expect(body(0).output_config).toEqual({
    effort: 'low',
    format: {
      type: 'json_schema',
      schema: {
        ...{ type: 'object', additionalProperties: false },
        properties: { line: { type: 'integer' } },
      },
    },
  });
  const open = { type: 'object', additionalProperties: { type: 'string' } };
  await model.ask(question({ answerSchema: { name: 'report', schema: open } }));
  await model.ask(question());
  expect([body(1), body(2)].map((one) => one.output_config)).toEqual([
    { effort: 'low' },
    { effort: 'low' },
  ]);
});

test('a question that the provider finds too long is not asked again', async () => {
  const message = 'prompt is too long: 210000 tokens > 200000 maximum';
  const { server, model } = await served([{ kind: 'status', status: 400, message }]);
  await expect(model.ask(question())).rejects.toMatchObject({ failure: 'window' });
  expect(server.requests).toHaveLength(1);
});

test('arguments that come whole count, and so does a window that is full', async () => {
  const events = [
    { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'of_another_kind' } },
    {
      ...{ type: 'content_block_start', index: 1 },
      content_block: { type: 'tool_use', id: 'c', name: 'read_code', input: { line: 3 } },
    },
    { type: 'content_block_stop', index: 1 },
    {
      ...{ type: 'message_delta', delta: { stop_reason: 'model_context_window_exceeded' } },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ];
  const body = events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');
  const { model, ledger } = await served([{ kind: 'garbage', body }]);
  expect(await model.ask(question({ tools: [TOOL] }))).toMatchObject({
    toolCalls: [{ id: 'c', name: 'read_code', arguments: '{"line":3}' }],
  });
  expect(ledger.total()).toMatchObject({ input: 9, output: 7 });
});
