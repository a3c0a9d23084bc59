import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from 'openai/resources';
import type { ModelSettings } from '../../configuration/settings.ts';
import type { Message } from '../../model.ts';
import type { ProviderRequest } from '../provider.ts';

/** The body of a chat completion request, with only the fields that the provider is known to take. */
export function requestBody(
  request: ProviderRequest,
  settings: ModelSettings,
): ChatCompletionCreateParams {
  const { tools = [], answerSchema } = request;
  return {
    ...settings.parameters,
    model: settings.model,
    messages: request.messages.map(wireMessage),
    [settings.outputLimitField]: request.maxOutputTokens,
    ...(tools.length === 0 ? {} : { tools: tools.map(wireTool) }),
    ...(tools.length > 0 && settings.parallelToolCalls
      ? { parallel_tool_calls: request.parallelToolCalls ?? false }
      : {}),
    ...(answerSchema !== undefined && settings.jsonSchema
      ? { response_format: { type: 'json_schema' as const, json_schema: { ...answerSchema } } }
      : {}),
    ...(settings.stream
      ? {
          stream: true,
          ...(settings.streamUsage ? { stream_options: { include_usage: true } } : {}),
        }
      : {}),
  };
}

function wireTool(tool: NonNullable<ProviderRequest['tools']>[number]) {
  const { name, description, parameters } = tool;
  return { type: 'function' as const, function: { name, description, parameters } };
}

function wireMessage(message: Message): ChatCompletionMessageParam {
  const { content } = message;
  if (message.role === 'tool') {
    return { role: 'tool', tool_call_id: message.toolCallId, content };
  }
  if (message.role !== 'assistant') return { role: message.role, content };
  const calls = message.toolCalls ?? [];
  if (calls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    // Some providers refuse an empty text beside tool calls, none refuses null.
    content: content === '' ? null : content,
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}
