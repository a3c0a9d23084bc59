import * as z from 'zod';
import type { WireMessage } from '../../support/strict-provider.ts';
import { USAGE } from '../served-reply.ts';
import type { Answer, Dialect, ServedToolCall } from './dialect.ts';

const text = z.string().min(1);
const name = z.string().regex(/^[\w-]{1,64}$/);

const item = z.union([
  z.strictObject({ role: z.enum(['user', 'assistant']), content: text }),
  z.strictObject({
    ...{ type: z.literal('function_call'), call_id: text, name, arguments: z.string() },
  }),
  z.strictObject({
    ...{ type: z.literal('function_call_output'), call_id: text, output: z.string() },
  }),
  z.strictObject({
    ...{ type: z.literal('reasoning'), id: z.string(), encrypted_content: text },
    summary: z.array(z.unknown()),
  }),
]);

const requestSchema = z.strictObject({
  model: z.string(),
  store: z.literal(false),
  instructions: text.optional(),
  input: z.array(item).min(1),
  max_output_tokens: z.int().min(16),
  stream: z.boolean().optional(),
  tools: z
    .array(
      z.strictObject({
        ...{ type: z.literal('function'), name, description: z.string(), strict: z.boolean() },
        parameters: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1)
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  text: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  include: z.array(z.string()).optional(),
  temperature: z.number().optional(),
});

/** Responses, as OpenAI and Azure speak. */
export const responses: Dialect = {
  path: '/responses',
  read(body) {
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) return z.prettifyError(parsed.error);
    const { model, instructions, input, stream, tools } = parsed.data;
    const said: WireMessage[] =
      instructions === undefined ? [] : [{ role: 'system', content: instructions }];
    for (const one of input) addItem(said, one);
    return { model, messages: said, stream, tools };
  },
  opening: [
    { type: 'response.created', response: { status: 'in_progress', output: [] } },
    { type: 'response.in_progress', response: { status: 'in_progress', output: [] } },
  ],
  text: (delta) => [{ type: 'response.output_text.delta', output_index: 0, delta }],
  call: ({ id, name: called, pieces }, index) => [
    {
      type: 'response.output_item.added',
      item: { type: 'function_call', call_id: id, name: called, arguments: '' },
    },
    ...pieces.map((delta) => ({
      type: 'response.function_call_arguments.delta',
      output_index: index,
      delta,
    })),
    {
      type: 'response.output_item.done',
      item: { type: 'function_call', call_id: id, name: called, arguments: pieces.join('') },
    },
  ],
  closing(answer, calls) {
    const response = whole(answer, calls);
    const refusal = answer.refusal ?? '';
    return [
      ...(refusal === '' ? [] : [{ type: 'response.refusal.delta', delta: refusal }]),
      { type: `response.${response.status}`, response },
    ];
  },
  end: '',
  whole,
  refusal: (_status, message, code) => ({ error: { message, type: 'error', param: null, code } }),
};

function addItem(messages: WireMessage[], one: z.infer<typeof item>): void {
  const last = messages.at(-1);
  if ('role' in one) messages.push(one);
  else if (one.type === 'function_call_output') {
    messages.push({ role: 'tool', tool_call_id: one.call_id, content: one.output });
  } else if (one.type === 'function_call') {
    const { call_id: id, name: called, arguments: given } = one;
    const call = { id, type: 'function' as const, function: { name: called, arguments: given } };
    if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call];
    else messages.push({ role: 'assistant', content: null, tool_calls: [call] });
  }
}

function whole(answer: Answer, calls: readonly ServedToolCall[]) {
  const { content, refusal, finish, thought, usage = USAGE } = answer;
  const isCut = finish === 'length' || finish === 'content_filter';
  const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter';
  const part =
    refusal === undefined
      ? { type: 'output_text', text: content ?? '', annotations: [] }
      : { type: 'refusal', refusal };
  const details = usage?.prompt_tokens_details;
  return {
    ...{ id: 'resp_1', object: 'response', status: isCut ? 'incomplete' : 'completed' },
    ...{ error: null, incomplete_details: isCut ? { reason } : null },
    output: [
      ...(thought === undefined
        ? []
        : [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: thought }]),
      ...(content === undefined && refusal === undefined
        ? []
        : [{ type: 'message', role: 'assistant', content: [part] }]),
      ...calls.map(({ id, name: called, pieces }) => ({
        ...{ type: 'function_call', call_id: id, name: called, arguments: pieces.join('') },
      })),
    ],
    usage:
      usage === null
        ? null
        : {
            ...{ input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
            input_tokens_details: {
              cached_tokens: details?.cached_tokens ?? 0,
              cache_write_tokens: details?.cache_write_tokens ?? 0,
            },
          },
  };
}
