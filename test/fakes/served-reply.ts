interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: {
    readonly cached_tokens: number;
    readonly cache_write_tokens?: number;
  };
}

interface ServedCall {
  /** Null when the model forgets it. */
  readonly id?: string | null;
  readonly name: string;
  readonly arguments: unknown;
}

/** How the server answers one request. */
export type Reply =
  /** An answer in pieces; `until` holds the last piece back until the test lets it go. */
  | {
      readonly kind: 'answer';
      readonly content?: string;
      readonly calls?: readonly ServedCall[];
      readonly finish?: string;
      /** What the model says instead of an answer. */
      readonly refusal?: string;
      /** What it has thought, sealed, where the interface has a place for that. */
      readonly thought?: string;
      readonly usage?: WireUsage | null;
      readonly until?: Promise<unknown>;
    }
  /** A refusal, as JSON. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Some text, then the connection is gone; with `politely`, the stream ends as if complete. */
  | { readonly kind: 'cut-off'; readonly content: string; readonly politely?: boolean }
  /** Some text, then nothing more; without text, not even the head of the response. */
  | { readonly kind: 'hang'; readonly content?: string }
  /** Status 200 and a page for people. */
  | { readonly kind: 'html' }
  /** Status 200, the right type, and something that is no answer. */
  | { readonly kind: 'garbage'; readonly body: string };

export const USAGE: WireUsage = { prompt_tokens: 100, completion_tokens: 20 };

/** The price of a call with the usage above, at $1 and $2 per million tokens. */
export const COST = (100 * 1 + 20 * 2) / 1_000_000;
