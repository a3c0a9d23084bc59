import type { TokenUsage } from '../../model.ts';
import type { Completion } from '../provider.ts';
import type { WireMessage, WireUsage } from './message-format.ts';

/** What a whole message says; `stop_reason` must be there. */
export function completionOf({ content, stop_reason, usage }: WireMessage): Completion {
  let text = '';
  const toolCalls: Completion['toolCalls'][number][] = [];
  for (const block of content) {
    if (block?.type === 'text') text += block.text;
    if (block?.type !== 'tool_use') continue;
    toolCalls.push({ id: block.id, name: block.name, arguments: JSON.stringify(block.input) });
  }
  return {
    content: text,
    toolCalls,
    finish: finishOf(stop_reason, toolCalls.length > 0),
    usage: usage ? usageOf(usage) : undefined,
  };
}

/** Why an answer ended. */
export function finishOf(
  reason: string | null | undefined,
  hasCalls: boolean,
): Completion['finish'] {
  if (reason === 'refusal') return 'content_filter';
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  return hasCalls ? 'tool_calls' : 'stop';
}

/** The tokens of a message: what the provider read from its cache and wrote to it is counted beside the rest. */
export function usageOf(usage: WireUsage): TokenUsage | undefined {
  const { input_tokens: fresh, output_tokens: output } = usage;
  if (fresh == null || output == null) return undefined;
  const cached = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  return {
    ...{ input: fresh + cached + written, cached, ...(written > 0 && { written }), output },
    estimated: false,
  };
}
