import type {
  ContentBlockParam,
  MessageCreateParams,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import type { ModelSettings } from '../../configuration/settings.ts';
import type { AssistantMessage, Message } from '../../model.ts';
import type { KeptThoughts } from '../kept-thoughts.ts';
import type { ProviderRequest } from '../provider.ts';
import { closedSchema } from './closed-schema.ts';
import type { WireThought } from './message-format.ts';

/** Where what is kept in the provider's cache ends. */
const CACHED = { cache_control: { type: 'ephemeral' as const } };

/** The body of a request for a message. */
export function messageBody(
  request: ProviderRequest,
  settings: ModelSettings,
  thoughts: KeptThoughts<WireThought>,
): MessageCreateParams {
  const { tools = [] } = request;
  const instructions = request.messages.find(({ role }) => role === 'system')?.content;
  const cached = settings.promptCache ? CACHED : {};
  return {
    // The instructions serve every question of their kind; what else was sent serves the next turn of an agent.
    ...(tools.length > 0 ? cached : {}),
    ...withoutLostThoughts(request, settings, thoughts),
    model: settings.model,
    max_tokens: request.maxOutputTokens,
    ...(instructions === undefined
      ? {}
      : { system: [{ type: 'text', text: instructions, ...cached }] }),
    messages: turns(request.messages, thoughts),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            ...{ name, description, input_schema: { ...parameters, type: 'object' as const } },
          })),
          tool_choice: {
            type: 'auto',
            disable_parallel_tool_use: !(request.parallelToolCalls ?? false),
          },
        }),
    ...outputConfig(request, settings),
    ...(settings.stream ? { stream: true } : {}),
  };
}

const configSchema = z.looseObject({}).catch({});

function outputConfig({ answerSchema }: ProviderRequest, settings: ModelSettings) {
  const schema =
    answerSchema !== undefined && settings.jsonSchema
      ? closedSchema(answerSchema.schema)
      : undefined;
  if (schema === undefined) return {};
  // What says how much effort an answer is worth stands beside its form.
  const own = configSchema.parse(settings.parameters['output_config']);
  return { output_config: { ...own, format: { type: 'json_schema' as const, schema } } };
}

const enabledSchema = z.object({ thinking: z.object({ type: z.literal('enabled') }) });

/**
 * The parameters of the configuration; without the order to think, where the thoughts before the last tool
 * calls are gone with the process that had them: the provider refuses a conversation that lacks them.
 */
function withoutLostThoughts(
  { messages }: ProviderRequest,
  { parameters }: ModelSettings,
  thoughts: KeptThoughts<WireThought>,
): Readonly<Record<string, unknown>> {
  if (!enabledSchema.safeParse(parameters).success) return parameters;
  const last = messages.findLast((message) => message.role === 'assistant');
  const call = messages.at(-1)?.role === 'tool' ? last?.toolCalls?.[0] : undefined;
  if (call === undefined || thoughts.recall(call.id).length > 0) return parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== 'thinking'));
}

/** The conversation in turns: results of tools are the user's, before what the user says. */
function turns(messages: readonly Message[], thoughts: KeptThoughts<WireThought>): MessageParam[] {
  const result: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  const ids = new CallIds();
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content =
      message.role === 'assistant'
        ? assistantBlocks(message, thoughts, ids)
        : [
            message.role === 'user'
              ? textBlock(message.content)
              : {
                  type: 'tool_result' as const,
                  tool_use_id: ids.of(message.toolCallId),
                  content: message.content,
                },
          ];
    const last = result.at(-1);
    if (last?.role === role) last.content.push(...content);
    else result.push({ role, content: [...content] });
  }
  return result;
}

function assistantBlocks(
  { content, toolCalls = [] }: AssistantMessage,
  thoughts: KeptThoughts<WireThought>,
  ids: CallIds,
): ContentBlockParam[] {
  return [
    ...thoughts.recall(toolCalls[0]?.id),
    ...(content.trim() === '' ? [] : [textBlock(content)]),
    ...toolCalls.map((call) => ({
      type: 'tool_use' as const,
      id: ids.of(call.id),
      name: call.name,
      input: z.record(z.string(), z.unknown()).parse(JSON.parse(call.arguments)),
    })),
  ];
}

function textBlock(text: string) {
  return { type: 'text' as const, text };
}

/** The ids of tool calls as this interface takes them: another model of a conversation may have given others. */
class CallIds {
  readonly #taken = new Map<string, string>();

  of(id: string): string {
    const known = this.#taken.get(id);
    if (known !== undefined) return known;
    const fits = /^[\w-]+$/.test(id);
    const own = fits ? id : `call-${this.#taken.size + 1}-${id.replaceAll(/[^\w-]/g, '_')}`;
    this.#taken.set(id, own);
    return own;
  }
}
