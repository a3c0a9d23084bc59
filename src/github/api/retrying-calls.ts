import type { ProbotOctokit } from 'probot';
import { z } from 'zod';
import { IncompleteError, messageOf } from '../../errors.ts';
import type { Clock } from '../../model/clock.ts';

/** The part of Octokit that is used here: Probot's has it, and so has that of `@octokit/rest`. */
export type GitHubClient = Pick<ProbotOctokit, 'rest' | 'paginate' | 'graphql'>;

/** What goes with each request: it ends with the review, and no plugin repeats it. */
interface RequestOptions {
  readonly request: { readonly signal: AbortSignal; readonly retries: 0 };
}

/** Requests that take what GitHub's busy days bring. */
export interface Calls {
  /** @throws IncompleteError when GitHub gives no answer; whatever Octokit throws at a refusal */
  read<T>(request: (options: RequestOptions) => Promise<T>): Promise<T>;
  /**
   * A write. One that got no answer may have happened, so `landed` looks before it is repeated;
   * without `landed`, doing it twice must be the same as doing it once.
   * @throws as `read`
   */
  write<T>(
    request: (options: RequestOptions) => Promise<T>,
    landed?: (options: RequestOptions) => Promise<T | undefined>,
  ): Promise<T>;
}

/** GitHub asks for a second between writes. */
const WRITE_SPACING_MILLISECONDS = 1000;
const ANSWER_MILLISECONDS = 30_000;
const MAX_ATTEMPTS = 4;
/** A longer wait would hold a worker; the job comes back later instead. */
const MAX_WAIT_MILLISECONDS = 5 * 60_000;
/** What GitHub asks for where it names no time. */
const DEFAULT_WAIT_MILLISECONDS = 60_000;

const failureSchema = z.object({
  status: z.number(),
  message: z.string(),
  response: z
    .object({ headers: z.record(z.string(), z.union([z.string(), z.number(), z.undefined()])) })
    .optional(),
});

type GitHubFailure = z.infer<typeof failureSchema>;

/** GitHub's answer that it will not, with its status; undefined for whatever else was thrown. */
export function refusalOf(thrown: unknown): GitHubFailure | undefined {
  const { success, data } = failureSchema.safeParse(thrown);
  return success && data.status < 500 ? data : undefined;
}

/**
 * What GraphQL has against a request, which it answers with status 200 and an error beside it;
 * undefined for whatever else was thrown.
 */
export function graphqlRefusalOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && thrown.name === 'GraphqlResponseError'
    ? thrown.message
    : undefined;
}

/** What GraphQL says, with status 200, when it could not carry out a request that is right. */
const GRAPHQL_BROKE_DOWN = /Something went wrong while executing your query/i;

/** What an error says of GitHub's answer; undefined where it is no answer of GitHub. */
function failureOf(thrown: unknown): GitHubFailure | undefined {
  const refused = graphqlRefusalOf(thrown);
  if (refused === undefined) return failureSchema.safeParse(thrown).data;
  return GRAPHQL_BROKE_DOWN.test(refused) ? { status: 502, message: refused } : undefined;
}

/** Whether something was thrown because GitHub gave no answer, or would have us wait. */
export function isUnavailable(thrown: unknown): boolean {
  const said = thrown instanceof IncompleteError ? thrown.cause : thrown;
  const failure = failureOf(said);
  return failure !== undefined && retryDelay(failure, 1, 0) !== undefined;
}

/** Waits between writes, honours rate limits, and repeats what got no answer; `signal` ends it. */
export function callsOf(clock: Clock, signal: AbortSignal): Calls {
  let lastWrite = Number.NEGATIVE_INFINITY;

  async function attemptOnce<T>(
    request: (options: RequestOptions) => Promise<T>,
    ends: readonly AbortSignal[],
  ): Promise<T> {
    signal.throwIfAborted();
    const slow = new AbortController();
    const cancel = clock.after(ANSWER_MILLISECONDS, () => slow.abort());
    try {
      const answer = await request({
        request: { signal: AbortSignal.any([...ends, slow.signal]), retries: 0 },
      });
      // Octokit takes an answer that is broken off after its head for one without a body.
      for (const end of ends) end.throwIfAborted();
      if (slow.signal.aborted) throw Object.assign(new Error('no whole answer'), { status: 500 });
      return answer;
    } finally {
      cancel();
    }
  }

  async function withRetries<T>(
    request: (options: RequestOptions) => Promise<T>,
    landed?: (options: RequestOptions) => Promise<T | undefined>,
    ends: readonly AbortSignal[] = [signal],
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(request, ends);
      } catch (thrown) {
        signal.throwIfAborted();
        const failure = failureOf(thrown);
        const wait = failure && retryDelay(failure, attempt, clock.now());
        if (failure === undefined || wait === undefined) throw thrown;
        if (attempt === MAX_ATTEMPTS || wait > MAX_WAIT_MILLISECONDS) {
          const problem = `GitHub did not take a request: ${messageOf(thrown)}`;
          throw new IncompleteError(problem, { cause: thrown });
        }
        await clock.sleep(wait, signal);
        const mayHaveHappened = failure.status >= 500 && landed !== undefined;
        const done = mayHaveHappened ? await withRetries(landed) : undefined;
        if (done !== undefined) return done;
      }
    }
  }

  return {
    read: (request) => withRetries(request),
    // GitHub goes on with a write that is broken off. It is waited for, so that the next job finds it.
    write: (request, landed) =>
      withRetries(
        async (options) => {
          const wait = lastWrite + WRITE_SPACING_MILLISECONDS - clock.now();
          if (wait > 0) await clock.sleep(wait, signal);
          lastWrite = clock.now();
          return await request(options);
        },
        landed,
        [],
      ),
  };
}

/** How long to wait before another attempt, in milliseconds; undefined after a refusal for good. */
function retryDelay(
  { status, message, response }: GitHubFailure,
  attempt: number,
  now: number,
): number | undefined {
  // No answer, or none of GitHub's own.
  if (status >= 500) return 2 ** attempt * 1000;
  if (status !== 403 && status !== 429) return undefined;
  const header = (name: string) => Number(response?.headers[name] ?? Number.NaN);
  const seconds = header('retry-after');
  if (!Number.isNaN(seconds)) return seconds * 1000;
  if (header('x-ratelimit-remaining') === 0) {
    return Math.max(0, header('x-ratelimit-reset') * 1000 - now) + 1000;
  }
  return status === 429 || /secondary rate limit/i.test(message)
    ? DEFAULT_WAIT_MILLISECONDS
    : undefined;
}
