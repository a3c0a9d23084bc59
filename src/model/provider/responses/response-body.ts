import type { ResponseCreateParams, ResponseInputItem } from 'openai/resources/responses/responses';
import * as z from 'zod';
import type { ModelSettings } from '../../configuration/settings.ts';
import type { Message } from '../../model.ts';
import type { KeptThoughts } from '../kept-thoughts.ts';
import type { ProviderRequest } from '../provider.ts';
import type { WireReasoning } from './response-format.ts';

/** The interface takes no less. */
const MIN_OUTPUT_TOKENS = 16;

const textSchema = z.looseObject({}).catch({});

/** The body of a request for a response. The provider keeps nothing of it, unless the configuration says so. */
export function responseBody(
  request: ProviderRequest,
  settings: ModelSettings,
  thoughts: KeptThoughts<WireReasoning>,
): ResponseCreateParams {
  const { tools = [], answerSchema } = request;
  const instructions = request.messages.find(({ role }) => role === 'system')?.content;
  const format =
    answerSchema !== undefined && settings.jsonSchema
      ? { format: { type: 'json_schema' as const, ...answerSchema, strict: false } }
      : undefined;
  return {
    store: false,
    ...settings.parameters,
    model: settings.model,
    ...(instructions === undefined ? {} : { instructions }),
    input: request.messages.flatMap((message) => inputItems(message, thoughts)),
    max_output_tokens: Math.max(request.maxOutputTokens, MIN_OUTPUT_TOKENS),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })),
          parallel_tool_calls: request.parallelToolCalls ?? false,
        }),
    // What says how long an answer is to be stands beside its form.
    ...(format && { text: { ...textSchema.parse(settings.parameters['text']), ...format } }),
    ...(settings.stream ? { stream: true } : {}),
  };
}

function inputItems(
  message: Message,
  thoughts: KeptThoughts<WireReasoning>,
): readonly ResponseInputItem[] {
  const { content } = message;
  if (message.role === 'system') return [];
  if (message.role === 'tool') {
    return [{ type: 'function_call_output', call_id: message.toolCallId, output: content }];
  }
  if (message.role === 'user') return [{ role: 'user', content }];
  const calls = message.toolCalls ?? [];
  return [
    ...thoughts.recall(calls[0]?.id),
    ...(content.trim() === '' ? [] : [{ role: 'assistant' as const, content }]),
    ...calls.map((call) => ({
      type: 'function_call' as const,
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    })),
  ];
}
