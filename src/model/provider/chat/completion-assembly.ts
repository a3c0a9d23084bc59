import type { TokenUsage } from '../../model.ts';
import { checkLength } from '../answer-length.ts';
import type { CompletedToolCall, Completion } from '../provider.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { WireChunk, WireCompletion, WireToolCall, WireUsage } from './wire-format.ts';

/** A completion that came in one piece. */
export function parseCompletion(wire: WireCompletion): Completion {
  const assembly = new CompletionAssembly();
  const [choice] = wire.choices;
  assembly.add({
    choices: [{ delta: choice?.message, finish_reason: choice?.finish_reason }],
    usage: wire.usage,
  });
  return assembly.finish();
}

interface CallInProgress {
  id: string | undefined;
  name: string;
  arguments: string;
}

/** Puts the chunks of a stream together. */
export class CompletionAssembly {
  /** Characters so far, of text and tool calls. */
  received = 0;
  readonly #calls = new Map<number, CallInProgress>();
  #content = '';
  #refused = false;
  #finish: string | undefined;
  #usage: TokenUsage | undefined;

  /**
   * @returns the text that the chunk adds
   * @throws ProviderFailure when the answer is longer than any that is wanted
   */
  add(chunk: WireChunk): string {
    if (chunk.usage) this.#usage = parseUsage(chunk.usage);
    const [choice] = chunk.choices ?? [];
    const refusal = choice?.delta?.refusal ?? '';
    if (refusal !== '') this.#refused = true;
    const text = `${choice?.delta?.content ?? ''}${refusal}`;
    this.#content += text;
    this.received += text.length;
    for (const call of choice?.delta?.tool_calls ?? []) this.#addCall(call);
    this.#finish = choice?.finish_reason ?? this.#finish;
    checkLength(this.received);
    return text;
  }

  /** @throws ProviderFailure when the stream ended before the model had finished */
  finish(): Completion {
    const toolCalls: CompletedToolCall[] = [...this.#calls.values()];
    if (this.#finish === undefined) {
      throw new ProviderFailure('broken', 'broke off before the end of its answer', {
        received: this.received,
      });
    }
    if (this.#finish === 'error') {
      throw new ProviderFailure('broken', 'reported an error at the end of its answer', {
        received: this.received,
      });
    }
    const finish = this.#refused ? 'content_filter' : this.#finish;
    return {
      content: this.#content,
      toolCalls,
      finish: finishOf(finish, toolCalls.length > 0),
      usage: this.#usage,
    };
  }

  /** A piece belongs to the call with its index, or, without one, to its id, or to the last. */
  #addCall(wire: WireToolCall): void {
    const index = wire.index ?? this.#indexOf(wire);
    const call = this.#calls.get(index) ?? { id: undefined, name: '', arguments: '' };
    this.#calls.set(index, call);
    const [name, text] = [wire.function?.name ?? '', wire.function?.arguments ?? ''];
    if (wire.id) call.id = wire.id;
    // Some servers repeat the whole name with each piece.
    if (name !== call.name) call.name += name;
    call.arguments += text;
    this.received += name.length + text.length;
  }

  #indexOf({ id, function: called }: WireToolCall): number {
    const last = this.#calls.size - 1;
    if (last < 0) return 0;
    if (id) {
      const known = [...this.#calls].find(([, call]) => call.id === id);
      return known?.[0] ?? last + 1;
    }
    // Without an id, a name starts a new call, and mere arguments continue the last one.
    return called?.name ? last + 1 : last;
  }
}

function finishOf(reason: string, hasCalls: boolean): Completion['finish'] {
  if (reason === 'length' || reason === 'content_filter') return reason;
  // Servers disagree on the reason when there are tool calls; the calls themselves decide.
  return hasCalls ? 'tool_calls' : 'stop';
}

function parseUsage(wire: WireUsage): TokenUsage {
  const { prompt_tokens: input, prompt_tokens_details: details } = wire;
  const cached = Math.min(details?.cached_tokens ?? wire.prompt_cache_hit_tokens ?? 0, input);
  const written = Math.min(details?.cache_write_tokens ?? 0, input - cached);
  return {
    ...{ input, cached, ...(written > 0 && { written }) },
    output: wire.completion_tokens,
    estimated: false,
  };
}
