import type { ModelRequest, TokenUsage, UnparsedAnswer, UnparsedToolCall } from '../model.ts';

/** A request as one provider gets it: history valid, limit of the answer settled. */
export interface ProviderRequest
  extends Pick<ModelRequest, 'messages' | 'tools' | 'parallelToolCalls' | 'answerSchema'> {
  readonly maxOutputTokens: number;
}

/** A tool call whose id the model may have left out. */
export interface CompletedToolCall extends Omit<UnparsedToolCall, 'id'> {
  readonly id?: string | undefined;
}

/** What one call to a provider brought: complete as sent, but neither cleaned nor checked. */
export interface Completion {
  readonly content: string;
  readonly toolCalls: readonly CompletedToolCall[];
  readonly finish: UnparsedAnswer['finish'];
  /** Missing when the provider does not count. */
  readonly usage?: TokenUsage | undefined;
}

/** One model at one provider. */
export interface Provider {
  /**
   * Calls the provider once, without any retry.
   * @throws ProviderFailure; the signal's reason when it was aborted
   */
  complete(
    request: ProviderRequest,
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<Completion>;
}
