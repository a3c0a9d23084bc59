import { checkLength } from '../answer-length.ts';
import type { CompletedToolCall, Completion } from '../provider.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { AnswerAssembly } from '../wire-interface.ts';
import { finishOf, usageOf } from './message-completion.ts';
import {
  messageEventSchema,
  type WireBlock,
  type WireDelta,
  type WireThought,
  type WireUsage,
} from './message-format.ts';

type OpenBlock = Exclude<WireBlock, { type: 'tool_use' }> | OpenCall;

interface OpenCall {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  /** What came with the beginning of the block, for servers that send no pieces. */
  readonly whole: string;
  pieces: string;
}

/**
 * Puts the events of a message together.
 * @param keep hears the ids of the tool calls and what was thought before them
 */
export function messageAssembly(
  keep: (callId: string | undefined, thoughts: readonly WireThought[]) => void,
): AnswerAssembly {
  const blocks = new Map<number, OpenBlock>();
  let received = 0;
  let usage: WireUsage = {};
  let reason: string | undefined;

  function count(text: string): void {
    received += text.length;
    checkLength(received);
  }

  /** @returns the text that the piece adds */
  function extend(index: number, piece: WireDelta): string {
    const block = blocks.get(index);
    if (piece.type === 'text_delta' && block?.type === 'text') {
      blocks.set(index, { type: 'text', text: block.text + piece.text });
      count(piece.text);
      return piece.text;
    }
    if (piece.type === 'input_json_delta' && block?.type === 'tool_use') {
      block.pieces += piece.partial_json;
      count(piece.partial_json);
    }
    if (block?.type !== 'thinking') return '';
    const { thinking, signature } = block;
    if (piece.type === 'thinking_delta') {
      count(piece.thinking);
      blocks.set(index, { ...block, thinking: thinking + piece.thinking });
    } else if (piece.type === 'signature_delta') {
      blocks.set(index, { ...block, signature: signature + piece.signature });
    }
    return '';
  }

  return {
    get received() {
      return received;
    },
    add(event) {
      const parsed = messageEventSchema.safeParse(event);
      if (!parsed.success) return undefined;
      if (parsed.data === undefined) return '';
      switch (parsed.data.type) {
        case 'message_start':
          usage = { ...usage, ...counted(parsed.data.message.usage) };
          return '';
        case 'content_block_start': {
          const { index, content_block: block } = parsed.data;
          if (block === undefined) return '';
          blocks.set(index, opened(block));
          const text = block.type === 'text' ? block.text : '';
          count(text);
          return text;
        }
        case 'content_block_delta': {
          const { index, delta } = parsed.data;
          return delta === undefined ? '' : extend(index, delta);
        }
        case 'message_delta':
          usage = { ...usage, ...counted(parsed.data.usage) };
          reason = parsed.data.delta.stop_reason ?? reason;
          return '';
      }
    },
    finish(): Completion {
      if (reason === undefined) {
        throw new ProviderFailure('broken', 'broke off before the end of its answer', { received });
      }
      const all = [...blocks.values()];
      const toolCalls = all.flatMap((block): CompletedToolCall[] =>
        block.type === 'tool_use'
          ? [{ id: block.id, name: block.name, arguments: block.pieces || block.whole }]
          : [],
      );
      const thoughts = all.filter((block) => 'thinking' in block || 'data' in block);
      keep(toolCalls[0]?.id, thoughts);
      return {
        content: all.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        toolCalls,
        finish: finishOf(reason, toolCalls.length > 0),
        usage: usageOf(usage),
      };
    },
  };
}

function opened(block: WireBlock): OpenBlock {
  if (block.type !== 'tool_use') return block;
  const { type, id, name, input } = block;
  return { type, id, name, whole: JSON.stringify(input), pieces: '' };
}

/** What an event counts. The counts of later ones take the place of those of earlier ones. */
function counted(usage: WireUsage | null | undefined): WireUsage {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, number]) => number !== null));
}
