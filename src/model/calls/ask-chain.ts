import { ModelError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { AskOptions, ModelRequest, UnparsedAnswer } from '../model.ts';
import { ProviderFailure } from '../provider/provider-failure.ts';
import { backoff } from './backoff.ts';
import type { CallCache } from './call-cache.ts';
import { type CallAccounting, type CountedCompletion, callOnce, outputLimit } from './call-once.ts';
import type { ModelEndpoint } from './endpoint.ts';

export interface ChainDependencies extends CallAccounting {
  readonly cache: CallCache;
}

export interface ChainOptions {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970 after which no answer is wanted. */
  readonly deadline: number;
  readonly onStream?: AskOptions['onStream'];
}

export interface ChainAnswer {
  readonly completion: CountedCompletion;
  /** The model that answered. */
  readonly model: string;
  readonly source: Exclude<UnparsedAnswer['source'], 'replay'>;
}

/** One model's part in one question. */
interface EndpointAttempts {
  readonly endpoint: ModelEndpoint;
  failures: number;
  /** Probes of its circuit that had failed when the question came. */
  readonly failedProbes: number;
  last?: ProviderFailure;
  /** It will not be tried again for this question. */
  isExhausted: boolean;
}

/**
 * Asks the models of a list in order. A model is tried until it has answered, has failed as often
 * as it may, or its circuit is open; then the next one has its turn. When all that are left have
 * open circuits, it waits for the first that may be probed, and gives up when all probes failed, or
 * had failed before.
 * @throws ModelError when no model can answer in time; the signal's reason when it is aborted
 */
export async function askChain(
  endpoints: readonly ModelEndpoint[],
  request: ModelRequest,
  deps: ChainDependencies,
  options: ChainOptions,
): Promise<ChainAnswer> {
  const { clock, cache, ledger } = deps;
  const { signal, deadline, onStream } = options;
  for (const endpoint of endpoints) {
    const known = cache.get(endpoint.settings, request, outputLimit(request, endpoint));
    if (known === undefined) continue;
    const { name: model } = endpoint.settings;
    const { conversation, tier } = request;
    const { usage } = known;
    ledger.add({ conversation, tier, model, source: 'cache', usage, cost: 0, milliseconds: 0 });
    if (known.content !== '') onStream?.({ kind: 'text', text: known.content });
    return { completion: known, model, source: 'cache' };
  }
  const all: EndpointAttempts[] = endpoints.map((endpoint) => {
    return {
      endpoint,
      failures: 0,
      failedProbes: endpoint.breaker.failedProbes,
      isExhausted: false,
    };
  });
  for (;;) {
    const left = all.filter(({ isExhausted }) => !isExhausted);
    const attempts = left.find(({ endpoint }) => endpoint.breaker.tryEnter());
    if (attempts === undefined) {
      // All failed their probes while this call waited: every waiting call fails at the same time.
      const awaited = left.filter(
        ({ endpoint: { breaker }, failedProbes }) =>
          breaker.isWaitedFor && breaker.failedProbes <= failedProbes,
      );
      if (awaited.length === 0) throw noAnswerError(all);
      const wait = Math.min(...awaited.map(({ endpoint }) => endpoint.breaker.waitingTime()));
      if (clock.now() + wait >= deadline) throw noAnswerError(all);
      await clock.sleep(wait, signal);
      continue;
    }
    const { endpoint } = attempts;
    let streamed = false;
    try {
      const completion = await callOnce(endpoint, request, deps, signal, (text) => {
        streamed = true;
        onStream?.({ kind: 'text', text });
      });
      endpoint.breaker.succeed();
      cache.put(endpoint.settings, request, outputLimit(request, endpoint), completion);
      return { completion, model: endpoint.settings.name, source: 'provider' };
    } catch (thrown) {
      if (!(thrown instanceof ProviderFailure)) {
        endpoint.breaker.release();
        throw thrown;
      }
      if (thrown.countsForBreaker) endpoint.breaker.fail(thrown.message);
      else endpoint.breaker.release();
      if (streamed) onStream?.({ kind: 'restart', reason: thrown.message });
      await waitOrExclude(attempts, thrown, clock, options);
      if (deadline <= clock.now()) throw noAnswerError(all);
    }
  }
}

/** Lets what any model of a list has answered be asked anew. */
export function forgetChain(
  endpoints: readonly ModelEndpoint[],
  request: ModelRequest,
  { cache }: Pick<ChainDependencies, 'cache'>,
): void {
  for (const endpoint of endpoints)
    cache.remove(endpoint.settings, request, outputLimit(request, endpoint));
}

/** Waits as long as the failure demands, or takes the model out when that leads nowhere. */
async function waitOrExclude(
  attempts: EndpointAttempts,
  failure: ProviderFailure,
  clock: Clock,
  { signal, deadline }: ChainOptions,
): Promise<void> {
  attempts.failures += 1;
  attempts.last = failure;
  const exhaustedNow = attempts.failures >= attempts.endpoint.settings.attempts;
  attempts.isExhausted = exhaustedNow || !failure.isTemporary;
  if (attempts.isExhausted || attempts.endpoint.breaker.waitingTime() > 0) return;
  const wait = backoff(attempts.failures, clock.random(), failure.retryAfter);
  if (clock.now() + wait >= deadline) attempts.isExhausted = true;
  else await clock.sleep(wait, signal);
}

function noAnswerError(all: readonly EndpointAttempts[]): ModelError {
  const reasons = all.map(({ endpoint: { settings, breaker }, last, failures }) => {
    if (last === undefined)
      return `${settings.name} ${breaker.lastFailure ?? 'failed'}, and is left alone for now`;
    const often = failures === 1 ? '' : ` (after ${failures} tries)`;
    return `${settings.name} ${last.message}${often}`;
  });
  const tooLong = all.length > 0 && all.every(({ last }) => last?.kind === 'too-long');
  const text = `no model answered: ${reasons.join('; ')}`;
  return new ModelError(tooLong ? 'window' : 'unavailable', text);
}
