import * as z from 'zod';
import { wireMessage } from '../../support/strict-provider.ts';
import { USAGE } from '../served-reply.ts';
import type { Answer, Dialect, ServedToolCall } from './dialect.ts';

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

export type ChatRequest = z.infer<typeof requestSchema>;

/** Chat completions, as most providers and servers speak. */
export const chat: Dialect<ChatRequest> = {
  path: '/chat/completions',
  read(body) {
    const parsed = requestSchema.safeParse(body);
    return parsed.success ? parsed.data : z.prettifyError(parsed.error);
  },
  opening: [],
  text: (piece) => [delta({ content: piece })],
  call({ id, name, pieces: [first, ...rest] }, index) {
    const head = { index, id, type: 'function', function: { name, arguments: first } };
    return [
      delta({ tool_calls: [head] }),
      ...rest.map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  },
  closing(answer, calls) {
    const usage = usageOf(answer);
    const refusal = answer.refusal === undefined ? [] : [delta({ refusal: answer.refusal })];
    return [
      ...refusal,
      { choices: [{ index: 0, delta: {}, finish_reason: finishOf(answer, calls) }] },
      ...(usage === null ? [] : [{ choices: [], usage }]),
    ];
  },
  end: 'data: [DONE]\n\n',
  whole(answer, calls) {
    const toolCalls = calls.map(({ id, name, pieces: parts }) => ({
      ...{ id, type: 'function', function: { name, arguments: parts.join('') } },
    }));
    const message = {
      role: 'assistant',
      content: answer.content ?? null,
      ...(answer.refusal === undefined ? {} : { refusal: answer.refusal }),
      ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
    };
    const usage = usageOf(answer);
    const choices = [{ index: 0, message, finish_reason: finishOf(answer, calls) }];
    return { choices, ...(usage === null ? {} : { usage }) };
  },
  refusal: (_status, message, code) => ({ error: { message, code } }),
};

function usageOf({ usage = USAGE }: Answer) {
  return usage;
}

function finishOf({ finish }: Answer, calls: readonly ServedToolCall[]): string {
  return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function delta(value: Readonly<Record<string, unknown>>) {
  return { choices: [{ index: 0, delta: value, finish_reason: null }] };
}
