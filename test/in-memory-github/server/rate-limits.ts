import { authorOf, type Caller } from '../state/caller.ts';
import { Refusal } from './refusal.ts';

/** How much of GitHub one caller may use. */
export interface Limits {
  /** Requests in an hour. */
  readonly hourly: number;
  /** Points in a minute: 1 to read, 5 to write. */
  readonly points: number;
  /** Issues, comments, reviews and pull requests in a minute, and in an hour. */
  readonly contentPerMinute: number;
  readonly contentPerHour: number;
}

/** GitHub's own numbers. */
export const GITHUB_LIMITS: Limits = {
  ...{ hourly: 5000, points: 900, contentPerMinute: 80, contentPerHour: 500 },
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CONTENT = /^(issues|pulls)\/create/;

interface Use {
  readonly at: number;
  readonly points: number;
  readonly content: boolean;
}

/**
 * Counts what every caller does. The function it returns counts one request, and returns what
 * GitHub says of the primary limit in every answer.
 * @throws Refusal from that function: 403 with the time to wait, when a limit is reached.
 */
export function rateLimiter(limits: Limits, now: () => number) {
  const uses = new Map<string, Use[]>();
  return (caller: Caller, operation: string, method: string): Record<string, string> => {
    const who = authorOf(caller)?.login ?? '';
    const at = now();
    const recent = (uses.get(who) ?? []).filter((use) => use.at > at - HOUR);
    uses.set(who, recent);
    const use = { at, points: method === 'GET' ? 1 : 5, content: CONTENT.test(operation) };
    const minute = recent.filter((other) => other.at > at - MINUTE);
    const points = minute.reduce((sum, other) => sum + other.points, 0);
    const contents = (list: readonly Use[]) => list.filter(({ content }) => content).length;
    const reset = (recent[0]?.at ?? at) + HOUR;
    const headers = (remaining: number) => ({
      'x-ratelimit-limit': `${limits.hourly}`,
      'x-ratelimit-remaining': `${Math.max(0, remaining)}`,
      'x-ratelimit-used': `${limits.hourly - Math.max(0, remaining)}`,
      'x-ratelimit-reset': `${Math.ceil(reset / 1000)}`,
      'x-ratelimit-resource': 'core',
    });
    if (recent.length >= limits.hourly) {
      throw new Refusal(403, 'API rate limit exceeded', { headers: headers(0) });
    }
    const tooMany =
      points + use.points > limits.points ||
      (use.content && contents(minute) >= limits.contentPerMinute) ||
      (use.content && contents(recent) >= limits.contentPerHour);
    const left = limits.hourly - recent.length - 1;
    if (tooMany) {
      const message =
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
      const wait = contents(recent) >= limits.contentPerHour ? reset - at : MINUTE;
      const retry = { 'retry-after': `${Math.ceil(wait / 1000)}` };
      throw new Refusal(403, message, { headers: { ...headers(left), ...retry } });
    }
    recent.push(use);
    return headers(left);
  };
}
