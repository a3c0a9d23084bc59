/**
 * What the rest of Rustward knows of language models: a question goes in, unchecked text comes out.
 * Everything else (providers, fallback, limits, cost) is behind this interface.
 */

/** How much a question is worth. Each tier is an ordered list of models in the configuration. */
export const TIERS = ['cheap', 'normal', 'smart'] as const;

export type Tier = (typeof TIERS)[number];

/** Where a call belongs: what costs are added up by, and what a recording is matched by. */
export interface Conversation {
  /** Who asks: the name of a prompt, such as `verifier`. */
  readonly role: string;
  /** What is asked about, stable between runs, such as `src/a.c|0|2`. */
  readonly subject: string;
  /** The number of calls made before in this conversation. */
  readonly turn: number;
}

interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

interface UserMessage {
  readonly role: 'user';
  readonly content: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string;
  readonly toolCalls?: readonly UnparsedToolCall[];
}

/** The answer to one tool call of the assistant message before it. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly toolCallId: string;
  readonly content: string;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** A JSON Schema of an object. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that the model may call. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface ModelRequest {
  readonly tier: Tier;
  readonly conversation: Conversation;
  /** Oldest first. What is stable comes first, so that a provider's prompt cache can serve it. */
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolDescription[];
  /** Whether one answer may hold several tool calls; one at a time when missing. */
  readonly parallelToolCalls?: boolean;
  /** The shape of the answer, for providers that can enforce one. The answer is still unparsed. */
  readonly answerSchema?: { readonly name: string; readonly schema: JsonSchema };
  /** Tokens of the answer, below the model's own limit. */
  readonly maxOutputTokens?: number;
}

/** What arrives while an answer is written. After `restart`, the text so far is void. */
export type StreamEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'restart'; readonly reason: string };

export interface AskOptions {
  /** Ends the call at once, wherever it is; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call: waiting, retries and further models together. */
  readonly timeout?: number;
  /** Hears the answer while it is written. It must not throw. */
  readonly onStream?: (event: StreamEvent) => void;
}

/** A tool call as the model wrote it: its name may be unknown, its arguments may be no JSON. */
export interface UnparsedToolCall {
  /** Unique within its conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON, if the model kept to it. */
  readonly arguments: string;
}

/** Tokens. `input` includes `cached` and `written`. */
export interface TokenUsage {
  readonly input: number;
  /** What the provider read from its prompt cache. */
  readonly cached: number;
  /** What it wrote to that cache, where it bills that by itself. */
  readonly written?: number | undefined;
  readonly output: number;
  /** Some of it is estimated, because the provider did not say. */
  readonly estimated: boolean;
}

/** What a model said, unchecked. `parseTagged` makes a value of it. */
export interface UnparsedAnswer {
  readonly content: string;
  readonly toolCalls: readonly UnparsedToolCall[];
  /** `length`: the answer is still incomplete after it was continued as often as is allowed. */
  readonly finish: 'stop' | 'tool_calls' | 'length' | 'content_filter';
  /** The model that answered, by its name in the configuration. */
  readonly model: string;
  /** Of all parts of the answer. What failed calls took is in the ledger alone. */
  readonly usage: TokenUsage;
  /** Only what comes from a provider is billed. */
  readonly source: 'provider' | 'cache' | 'replay';
  /** What had to be repaired, one line each. */
  readonly repairs: readonly string[];
}

export interface Model {
  /** Tokens that fit into one call of a tier, question and answer together. */
  window(tier: Tier): number;
  /**
   * Asks once; waits, retries and falls back as the configuration says.
   * @throws ModelError when no usable answer came; the signal's reason when it was aborted
   */
  ask(request: ModelRequest, options?: AskOptions): Promise<UnparsedAnswer>;
  /**
   * Forgets what was kept of the answer to a request, so that it is asked anew: for answers that were of no use. Missing
   * where nothing is kept.
   */
  forget?(request: ModelRequest): void;
}
