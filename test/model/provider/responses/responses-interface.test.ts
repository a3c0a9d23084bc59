import { describe, expect, test } from '@jest/globals';
import type { ModelSettings } from '../../../../src/model/configuration/settings.ts';
import { responses } from '../../../fakes/dialects/responses.ts';
import { servedIn } from '../../../fakes/model-server.ts';
import type { Reply } from '../../../fakes/served-reply.ts';
import { question, servedModel, TOOL } from '../../../support/served-model.ts';

const FINE: Reply = { kind: 'answer', content: 'All is fine here.' };

async function served(replies: readonly Reply[], changes: Partial<ModelSettings> = {}) {
  const server = await servedIn(responses, replies);
  const body = (index: number) => JSON.parse(server.bodies[index] ?? '');
  return {
    server,
    body,
    ...servedModel([server], { models: [{ interface: 'responses', ...changes }] }),
  };
}

function event(value: Readonly<Record<string, unknown>>): string {
  return `event: ${value['type']}\ndata: ${JSON.stringify(value)}\n\n`;
}

function failed(code: string): Reply {
  const response = { status: 'failed', output: [], error: { code, message: 'It did not work.' } };
  return { kind: 'garbage', body: event({ type: 'response.failed', response }) };
}

test('nothing is kept by the provider, calls come one at a time, and no limit is too low', async () => {
  const { body, model } = await served([FINE, FINE]);
  await model.ask(question({ tools: [TOOL], maxOutputTokens: 9 }));
  await model.ask(question({ tools: [TOOL], parallelToolCalls: true }));
  expect(body(0)).toMatchObject({
    ...{ store: false, parallel_tool_calls: false, max_output_tokens: 16 },
    tools: [{ type: 'function', name: 'read_code', parameters: TOOL.parameters }],
  });
  expect(body(1).parallel_tool_calls).toBe(true);
});

test('the form of an answer stands beside how long it is to be', async () => {
  const parameters = { text: { verbosity: 'low' } };
  const { body, model } = await served([FINE, FINE], { jsonSchema: true, parameters });
  await model.ask(question({ answerSchema: { name: 'report', schema: { type: 'object' } } }));
  const format = { type: 'json_schema', name: 'report', schema: { type: 'object' }, strict: false };
  expect(body(0).text).toEqual({ verbosity: 'low', format });
  await model.ask(question());
  expect(body(1).text).toEqual({ verbosity: 'low' });
});

test.each([true, false])(
  'streaming %s: sealed thoughts go back with the result',
  async (stream) => {
    const calls = [{ name: 'read_code', arguments: { line: 3 } }];
    const { body, model } = await served([{ kind: 'answer', calls, thought: 'sealed' }, FINE], {
      ...{ stream, parameters: { include: ['reasoning.encrypted_content'] } },
    });
    const asked = question({ tools: [TOOL] });
    const { content, toolCalls } = await model.ask(asked);
    const result = { role: 'tool', toolCallId: 'served_0', content: 'int a;' } as const;
    await model.ask({
      ...asked,
      messages: [...asked.messages, { role: 'assistant', content, toolCalls }, result],
    });
    expect(body(1).input.map((item: { readonly type?: string }) => item.type)).toEqual([
      ...[undefined, 'reasoning', 'function_call', 'function_call_output'],
    ]);
    expect(body(1).input[1]).toEqual({
      ...{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' },
    });
  },
);

describe('an answer that failed with status 200', () => {
  test.each([
    ['server_error', 'broken: tried again'],
    ['rate_limit_exceeded', 'busy: tried again'],
  ])('%s', async (code) => {
    const { model, server } = await served([failed(code), FINE]);
    expect((await model.ask(question())).content).toBe('All is fine here.');
    expect(server.requests).toHaveLength(2);
  });

  test('a question that is too long is not asked again', async () => {
    const { model, server } = await served([failed('context_length_exceeded'), FINE]);
    await expect(model.ask(question())).rejects.toMatchObject({
      ...{ failure: 'window', message: expect.stringContaining('It did not work.') },
    });
    expect(server.requests).toHaveLength(1);
  });
});

test('the parts count where the last event does not repeat them', async () => {
  const message = { type: 'message', content: [{ type: 'output_text', text: 'All is fine.' }] };
  const call = { type: 'function_call', call_id: 'c', name: 'read_code', arguments: '{}' };
  const body = [
    { type: 'response.output_text.delta', delta: 'All is fine.' },
    { type: 'response.output_item.done', item: message },
    { type: 'response.output_item.done', item: { type: 'of_another_kind' } },
    { type: 'response.output_item.done', item: call },
    { type: 'response.completed', response: { status: 'completed', output: [] } },
  ];
  const { model } = await served([{ kind: 'garbage', body: body.map(event).join('') }]);
  expect(await model.ask(question({ tools: [TOOL] }))).toMatchObject({
    ...{ content: 'All is fine.', finish: 'tool_calls' },
    toolCalls: [{ id: 'c', name: 'read_code', arguments: '{}' }],
  });
});
