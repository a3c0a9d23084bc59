/** Milliseconds before the first retry, at most; it doubles with each further one. */
const FIRST_DELAY = 1000;
const MAX_DELAY = 60_000;

/**
 * How long to wait before a retry: exponential, with "equal jitter", which spreads callers that
 * failed together and still never retries at once.
 * Source: M. Brooker, Exponential Backoff and Jitter, AWS Architecture Blog, 2015.
 * @param failures how often it failed, from 1
 * @param random from 0 to below 1
 * @param asked milliseconds that the provider asked for; never undercut
 */
export function backoff(failures: number, random: number, asked = 0): number {
  const ceiling = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (failures - 1));
  const own = ceiling / 2 + (random * ceiling) / 2;
  return Math.round(Math.max(own, asked + random * FIRST_DELAY));
}
