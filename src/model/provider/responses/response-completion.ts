import type { TokenUsage } from '../../model.ts';
import type { Completion } from '../provider.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { WireResponse } from './response-format.ts';

/**
 * What a whole response says.
 * @param received characters that had arrived before
 * @throws ProviderFailure when it says that there is no answer
 */
export function completionOf(response: WireResponse, received = 0): Completion {
  const { status, output, usage, incomplete_details: details } = response;
  if (status !== 'completed' && status !== 'incomplete') throw failureOf(response, received);
  let content = '';
  let refused = false;
  const toolCalls: Completion['toolCalls'][number][] = [];
  for (const item of output) {
    if (item?.type === 'function_call') {
      toolCalls.push({ id: item.call_id ?? undefined, name: item.name, arguments: item.arguments });
    }
    if (item?.type !== 'message') continue;
    for (const part of item.content) {
      if (part === undefined) continue;
      refused ||= part.type === 'refusal';
      content += part.type === 'refusal' ? part.refusal : part.text;
    }
  }
  const isFiltered = refused || details?.reason === 'content_filter';
  const finish = status === 'incomplete' ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop';
  return {
    content,
    toolCalls,
    finish: isFiltered ? 'content_filter' : finish,
    usage: usage ? usageOf(usage) : undefined,
  };
}

function usageOf(usage: NonNullable<WireResponse['usage']>): TokenUsage {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = usage;
  const cached = Math.min(details?.cached_tokens ?? 0, input);
  const written = Math.min(details?.cache_write_tokens ?? 0, input - cached);
  return { input, cached, ...(written > 0 && { written }), output, estimated: false };
}

/** A response with status 200 that has no answer. */
function failureOf({ status, error }: WireResponse, received: number): ProviderFailure {
  const code = error?.code ?? status;
  const said = error?.message ? `${code}: ${error.message}` : code;
  const message = `reported an error: ${said.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
  if (code === 'rate_limit_exceeded') return new ProviderFailure('busy', message, { received });
  if (code === 'context_length_exceeded') return new ProviderFailure('too-long', message);
  return new ProviderFailure('broken', message, { received });
}
