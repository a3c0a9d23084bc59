import { APIConnectionError, APIError, type OpenAIError } from 'openai';
import { messageOf } from '../../errors.ts';
import { ProviderFailure } from './provider-failure.ts';

/** The longest part of a provider's own words that a message repeats. */
const MAX_QUOTE_CHARS = 300;

/** Codes with which providers say that money, not speed, is the matter. */
const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

/**
 * Says what something thrown during a call means.
 * @param now milliseconds since 1970, for a Retry-After that names a date
 * @param received characters of the answer that had arrived; undefined before its first byte
 */
export function classifyFailure(
  thrown: unknown,
  now: number,
  received: number | undefined,
): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown;
  if (thrown instanceof APIError && thrown.status !== undefined) return classifyStatus(thrown, now);
  if (thrown instanceof APIError && !(thrown instanceof APIConnectionError)) {
    // An error that came as an event of the stream has no status of its own.
    return new ProviderFailure('broken', `reported an error: ${quote(thrown)}`, { received });
  }
  const what =
    received === undefined ? 'cannot be reached' : 'broke off in the middle of its answer';
  return new ProviderFailure('broken', `${what} (${rootMessage(thrown)})`, { received });
}

function classifyStatus(error: APIError, now: number): ProviderFailure {
  const { status = 0, headers, code } = error;
  const said = `answered ${status}: ${quote(error)}`;
  if (status >= 300 && status < 400) {
    const to = headers?.get('location') ?? 'elsewhere';
    return new ProviderFailure('refused', `redirects to ${to}; put that address into baseUrl`);
  }
  if (status === 429 && QUOTA_CODES.has(code ?? '')) return new ProviderFailure('refused', said);
  if (status === 429) {
    return new ProviderFailure('busy', said, { retryAfter: retryAfter(headers, now) });
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ProviderFailure('broken', said, { retryAfter: retryAfter(headers, now) });
  }
  if (status === 413 || isTooLong(error)) return new ProviderFailure('too-long', said);
  if (status === 400 || status === 422) return new ProviderFailure('unfit', said);
  return new ProviderFailure('refused', said);
}

/** Each interface, and the server of llama.cpp, says in its own way that a question does not fit. */
function isTooLong({ status, code, type, message }: APIError): boolean {
  if (code === 'context_length_exceeded' || type === 'exceed_context_size_error') return true;
  return status === 400 && /\bprompt is too long\b/i.test(message);
}

/** Milliseconds to wait, as a response asks for; undefined when it does not. */
function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = numberOf(headers?.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const value = headers?.get('retry-after');
  const seconds = numberOf(value);
  if (seconds !== undefined) return seconds * 1000;
  // A date names a month; a stray number is not taken for a year.
  const date = Date.parse(/[a-z]/i.test(value ?? '') ? (value ?? '') : '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberOf(text: string | null | undefined): number | undefined {
  const number = text === null || text === undefined || text === '' ? Number.NaN : Number(text);
  return number >= 0 && Number.isFinite(number) ? number : undefined;
}

function quote(error: OpenAIError): string {
  // The package puts the status in front, and a whole page of HTML behind it.
  const text = error.message
    .replace(/^\d{3} /, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_QUOTE_CHARS ? `${text.slice(0, MAX_QUOTE_CHARS)}…` : text;
}

/** The innermost cause says what happened: `ECONNREFUSED`, where the outermost says `failed`. */
function rootMessage(thrown: unknown): string {
  let root = thrown;
  for (let depth = 0; depth < 8; depth += 1) {
    if (!(root instanceof Error) || root.cause === undefined) break;
    root = root.cause;
  }
  // A connection that was tried at several addresses fails with several errors and no message.
  if (root instanceof AggregateError) return root.errors.map(messageOf).join(', ');
  return messageOf(root);
}
