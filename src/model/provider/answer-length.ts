import { ProviderFailure } from './provider-failure.ts';

/** Far above the longest useful answer; a server that never ends must not fill the memory. */
const MAX_ANSWER_CHARS = 4_000_000;

/** @throws ProviderFailure when the answer is longer than any that is wanted */
export function checkLength(received: number): void {
  if (received <= MAX_ANSWER_CHARS) return;
  throw new ProviderFailure('broken', 'sent an answer without end', { received });
}
