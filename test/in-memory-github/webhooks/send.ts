import type { Delivery, Outcome } from '../state/webhook.ts';
import { written } from '../state/written-time.ts';

/**
 * Sends a delivery once, and says what came of it. GitHub follows no redirects.
 * @param timeout milliseconds
 */
export async function send(
  now: () => number,
  { url, headers, body }: Delivery,
  timeout: number,
  closing: AbortSignal,
): Promise<Outcome> {
  const begun = now();
  const outcome = (status: string, code: number): Outcome => ({
    ...{ at: written(now()), seconds: (now() - begun) / 1000, status, code },
    ...{ headers: null, body: null },
  });
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeout)]);
  try {
    const options = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const response = await fetch(url, options);
    const text = await response.text();
    const status = response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`;
    const answer = { headers: Object.fromEntries(response.headers), body: text };
    return { ...outcome(status, response.status), ...answer };
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    return late ? outcome('timed out', 504) : unreachable(now);
  }
}

/** What comes of a delivery when nobody listens. */
export function unreachable(now: () => number): Outcome {
  return {
    ...{ at: written(now()), seconds: 0, status: 'failed to connect to host', code: 502 },
    ...{ headers: null, body: null },
  };
}
