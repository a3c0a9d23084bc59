import * as z from 'zod';
import type { WireMessage } from '../../support/strict-provider.ts';
import { USAGE } from '../served-reply.ts';
import type { Answer, Dialect, ServedToolCall } from './dialect.ts';

const text = z.string().regex(/\S/);
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/);
const cacheControl = z.strictObject({ type: z.literal('ephemeral') }).optional();

const textBlock = z.strictObject({ type: z.literal('text'), text });

const userTurn = z.strictObject({
  role: z.literal('user'),
  content: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('tool_result'), tool_use_id: id, content: z.string() }),
        textBlock,
      ]),
    )
    .min(1),
});

const assistantTurn = z.strictObject({
  role: z.literal('assistant'),
  content: z
    .array(
      z.union([
        z.strictObject({
          ...{ type: z.literal('thinking'), thinking: z.string(), signature: text },
        }),
        z.strictObject({ type: z.literal('redacted_thinking'), data: text }),
        textBlock,
        z.strictObject({
          ...{ type: z.literal('tool_use'), id, name: z.string().regex(/^[\w-]{1,64}$/) },
          input: z.record(z.string(), z.unknown()),
        }),
      ]),
    )
    .min(1),
});

const requestSchema = z.strictObject({
  model: z.string(),
  max_tokens: z.int().min(1),
  cache_control: cacheControl,
  system: z
    .array(z.strictObject({ type: z.literal('text'), text, cache_control: cacheControl }))
    .optional(),
  messages: z.array(z.union([userTurn, assistantTurn])).min(1),
  stream: z.boolean().optional(),
  tools: z
    .array(
      z.strictObject({
        ...{ name: z.string(), description: z.string() },
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z
    .strictObject({ type: z.literal('auto'), disable_parallel_tool_use: z.boolean() })
    .optional(),
  output_config: z.unknown().optional(),
  temperature: z.number().optional(),
  thinking: z.unknown().optional(),
});

/** Messages, as Anthropic speaks. */
export const messages: Dialect = {
  path: '/messages',
  read(body, headers) {
    if (headers['anthropic-version'] !== '2023-06-01')
      return 'anthropic-version: header is required';
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) return z.prettifyError(parsed.error);
    const { model, system = [], stream, tools } = parsed.data;
    const said: WireMessage[] = system.map(({ text: content }) => ({ role: 'system', content }));
    for (const [index, turn] of parsed.data.messages.entries()) {
      if (turn.role === parsed.data.messages[index - 1]?.role) return `turn ${index} is no turn`;
      said.push(...saidIn(turn));
    }
    return { model, messages: said, stream, tools };
  },
  opening: [
    {
      type: 'message_start',
      message: { ...{ id: 'msg_1', role: 'assistant', content: [] }, usage: { input_tokens: 1 } },
    },
    { type: 'ping' },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ],
  text: (piece) => [
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } },
  ],
  call: (call, at) => {
    const index = at + 1;
    const block = { type: 'tool_use', id: call.id, name: call.name, input: {} };
    return [
      { type: 'content_block_start', index, content_block: block },
      ...call.pieces.map((piece) => ({
        ...{ type: 'content_block_delta', index },
        delta: { type: 'input_json_delta', partial_json: piece },
      })),
      { type: 'content_block_stop', index },
    ];
  },
  closing: (answer, calls) => [
    ...(answer.thought === undefined
      ? []
      : [
          {
            ...{ type: 'content_block_start', index: 90 },
            content_block: { type: 'thinking', thinking: '', signature: '' },
          },
          thoughtDelta({ type: 'thinking_delta', thinking: 'hm' }),
          thoughtDelta({ type: 'signature_delta', signature: answer.thought }),
        ]),
    ...(answer.refusal === undefined ? [] : messages.text(answer.refusal)),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: stopOf(answer, calls) },
      ...(answer.usage === null ? {} : { usage: usageOf(answer) }),
    },
    { type: 'message_stop' },
  ],
  end: '',
  whole: (answer, calls) => ({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', stop_reason: stopOf(answer, calls) },
    content: [
      ...(answer.thought === undefined
        ? []
        : [{ type: 'thinking', thinking: 'hm', signature: answer.thought }]),
      { type: 'text', text: answer.refusal ?? answer.content ?? '' },
      ...calls.map(({ id: callId, name, pieces }) => ({
        ...{ type: 'tool_use', id: callId, name, input: JSON.parse(pieces.join('')) },
      })),
    ],
    ...(answer.usage === null ? {} : { usage: usageOf(answer) }),
  }),
  refusal: (status, message) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'invalid_request_error', message },
  }),
};

function thoughtDelta(delta: unknown) {
  return { type: 'content_block_delta', index: 90, delta };
}

function saidIn(turn: z.infer<typeof userTurn> | z.infer<typeof assistantTurn>): WireMessage[] {
  if (turn.role === 'user') {
    return turn.content.map((block) =>
      block.type === 'text'
        ? { role: 'user', content: block.text }
        : { role: 'tool', tool_call_id: block.tool_use_id, content: block.content },
    );
  }
  const texts = turn.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const calls = turn.content.flatMap((block) =>
    block.type === 'tool_use'
      ? [
          {
            ...{ id: block.id, type: 'function' as const },
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  return [
    {
      ...{ role: 'assistant', content: texts.join('') || null },
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function stopOf({ finish, refusal }: Answer, calls: readonly ServedToolCall[]): string {
  if (finish === 'length') return 'max_tokens';
  if (finish === 'content_filter' || refusal !== undefined) return 'refusal';
  return finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
}

/** What was read from the cache and written to it is counted beside the rest. */
function usageOf({ usage }: Answer) {
  const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = usage ?? USAGE;
  const cached = details?.cached_tokens ?? 0;
  const written = details?.cache_write_tokens ?? 0;
  return {
    ...{ input_tokens: prompt_tokens - cached - written, output_tokens: completion_tokens },
    ...{ cache_read_input_tokens: cached, cache_creation_input_tokens: written },
  };
}
