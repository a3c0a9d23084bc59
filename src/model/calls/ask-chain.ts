import { ModelError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { AskOptions, ModelRequest, UnparsedAnswer } from '../model.ts';
import { ProviderFailure } from '../provider/provider-failure.ts';
import { backoff } from './backoff.ts';
import type { CallCache } from './call-cache.ts';
import { type Accounts, type CountedCompletion, callOnce, outputLimit } from './call-once.ts';
import type { Line } from './line.ts';

export interface ChainDependencies extends Accounts {
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
interface Attempts {
  readonly line: Line;
  failures: number;
  /** Probes of its circuit that had failed when the question came. */
  readonly failedProbes: number;
  last?: ProviderFailure;
  /** It will not be tried again for this question. */
  done: boolean;
}

/**
 * Asks the models of a list in order. A model is tried until it has answered, has failed as often
 * as it may, or its circuit is open; then the next one has its turn. When all that are left have
 * open circuits, it waits for the first that may be probed, and gives up when all probes failed.
 * @throws ModelError when nobody can answer in time; the signal's reason when it is aborted
 */
export async function askChain(
  lines: readonly Line[],
  request: ModelRequest,
  deps: ChainDependencies,
  options: ChainOptions,
): Promise<ChainAnswer> {
  const { clock, cache, ledger } = deps;
  const { signal, deadline, onStream } = options;
  for (const line of lines) {
    const known = cache.get(line.settings, request, outputLimit(request, line));
    if (known === undefined) continue;
    const { name: model } = line.settings;
    const { conversation, tier } = request;
    const { usage } = known;
    ledger.add({ conversation, tier, model, source: 'cache', usage, cost: 0, milliseconds: 0 });
    if (known.content !== '') onStream?.({ kind: 'text', text: known.content });
    return { completion: known, model, source: 'cache' };
  }
  const all: Attempts[] = lines.map((line) => {
    return { line, failures: 0, failedProbes: line.breaker.failedProbes, done: false };
  });
  for (;;) {
    const left = all.filter(({ done }) => !done);
    const attempts = left.find(({ line }) => line.breaker.tryEnter());
    if (attempts === undefined) {
      // One that was out for a minute and still is: whoever waits hears it at the same time.
      const isOut = left.every(
        ({ line, failedProbes }) => line.breaker.failedProbes > failedProbes,
      );
      if (isOut) throw exhausted(all);
      const wait = Math.min(...left.map(({ line }) => line.breaker.waitingTime()));
      if (clock.now() + wait >= deadline) throw exhausted(all);
      await clock.sleep(wait, signal);
      continue;
    }
    const { line } = attempts;
    let streamed = false;
    try {
      const completion = await callOnce(line, request, deps, signal, (text) => {
        streamed = true;
        onStream?.({ kind: 'text', text });
      });
      line.breaker.succeed();
      cache.put(line.settings, request, outputLimit(request, line), completion);
      return { completion, model: line.settings.name, source: 'provider' };
    } catch (thrown) {
      if (!(thrown instanceof ProviderFailure)) {
        line.breaker.release();
        throw thrown;
      }
      if (thrown.countsForBreaker) line.breaker.fail();
      else line.breaker.release();
      if (streamed) onStream?.({ kind: 'restart', reason: thrown.message });
      await pause(attempts, thrown, clock, options);
      if (deadline <= clock.now()) throw exhausted(all);
    }
  }
}

/** Waits as long as the failure demands, or takes the model out when that leads nowhere. */
async function pause(
  attempts: Attempts,
  failure: ProviderFailure,
  clock: Clock,
  { signal, deadline }: ChainOptions,
): Promise<void> {
  attempts.failures += 1;
  attempts.last = failure;
  const exhaustedNow = attempts.failures >= attempts.line.settings.attempts;
  attempts.done = exhaustedNow || !failure.isTemporary;
  if (attempts.done || attempts.line.breaker.waitingTime() > 0) return;
  const wait = backoff(attempts.failures, clock.random(), failure.retryAfter);
  if (clock.now() + wait >= deadline) attempts.done = true;
  else await clock.sleep(wait, signal);
}

function exhausted(all: readonly Attempts[]): ModelError {
  const reasons = all.map(({ line: { settings }, last, failures }) => {
    if (last === undefined) return `${settings.name} failed too often and rests for a minute`;
    const often = failures === 1 ? '' : ` (after ${failures} tries)`;
    return `${settings.name} ${last.message}${often}`;
  });
  const tooLong = all.length > 0 && all.every(({ last }) => last?.kind === 'too-long');
  const text = `no model answered: ${reasons.join('; ')}`;
  return new ModelError(tooLong ? 'window' : 'unavailable', text);
}
