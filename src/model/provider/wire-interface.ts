import type { ModelSettings } from '../configuration/settings.ts';
import type { Completion, ProviderRequest } from './provider.ts';

/**
 * One of the languages in which models are asked over HTTP: where a request goes, what is in it, and what
 * its answer means.
 */
export interface WireInterface {
  /** What is appended to the address of the provider. */
  readonly path: string;
  /** Headers that it wants beside those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a request, with only the fields that the provider is known to take. */
  body(request: ProviderRequest, settings: ModelSettings): object;
  /**
   * What an answer in one piece says; undefined when it is none.
   * @throws ProviderFailure when it says that there is no answer
   */
  parse(json: unknown): Completion | undefined;
  /** For one answer that comes in events. */
  assembly(): AnswerAssembly;
}

/** Puts the events of one streamed answer together. */
export interface AnswerAssembly {
  /** Characters so far, of text and tool calls. */
  readonly received: number;
  /**
   * @returns the text that the event adds; undefined when it is no event of this interface
   * @throws ProviderFailure when it says that there is no answer
   */
  add(event: unknown): string | undefined;
  /** @throws ProviderFailure when the stream ended before the model had finished */
  finish(): Completion;
}
