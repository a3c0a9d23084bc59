import { abortable } from '../abortable.ts';
import type { Clock } from '../clock.ts';
import type { ModelSettings } from '../configuration/settings.ts';

const MINUTE = 60_000;

interface Admitted {
  readonly at: number;
  tokens: number;
}

/** A call that was let through. It must be ended, or it counts as under way for ever. */
export interface Admission {
  /** @param tokens what it took in the end; what was reserved when that is unknown */
  end(tokens?: number): void;
}

/**
 * Keeps the calls of one model below its provider's limits, so that it never has to refuse one:
 * requests and tokens in any 60 seconds, and calls at the same time. Callers go in the order in
 * which they came.
 */
export class RateLimit {
  readonly #clock: Clock;
  readonly #limits: ModelSettings['limits'];
  #recent: Admitted[] = [];
  #running = 0;
  #turn: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(limits: ModelSettings['limits'], clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Waits until a call may go.
   * @param tokens what it will take at most. One above the limit itself goes when all others are
   *   a minute old.
   * @throws the signal's reason when it is aborted
   */
  async admit(tokens: number, signal: AbortSignal): Promise<Admission> {
    const before = this.#turn;
    const turn = Promise.withResolvers<void>();
    this.#turn = turn.promise;
    try {
      await abortable(before, signal);
      await this.#room(tokens, signal);
    } finally {
      // Those behind an aborted caller still wait for those before it.
      void before.then(turn.resolve);
    }
    const entry = { at: this.#clock.now(), tokens };
    this.#recent.push(entry);
    this.#running += 1;
    return {
      end: (actual = tokens) => {
        entry.tokens = actual;
        this.#running -= 1;
        this.#wake();
      },
    };
  }

  async #room(tokens: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#waitingTime(tokens);
      if (wait === 0) return;
      const ended = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (wait === undefined) {
        await abortable(ended, signal);
        continue;
      }
      const awake = new AbortController();
      const sleep = this.#clock.sleep(wait, AbortSignal.any([signal, awake.signal]));
      await Promise.race([sleep, ended]);
      awake.abort();
    }
  }

  /** Milliseconds until the next chance; undefined when only the end of a call can bring it. */
  #waitingTime(tokens: number): number | undefined {
    const { requestsPerMinute, tokensPerMinute, concurrent } = this.#limits;
    if (concurrent !== undefined && this.#running >= concurrent) return undefined;
    const now = this.#clock.now();
    this.#recent = this.#recent.filter(({ at }) => now - at < MINUTE);
    const [oldest] = this.#recent;
    if (oldest === undefined) return 0;
    const used = this.#recent.reduce((sum, entry) => sum + entry.tokens, 0);
    const full =
      this.#recent.length + 1 > (requestsPerMinute ?? Number.POSITIVE_INFINITY) ||
      used + tokens > (tokensPerMinute ?? Number.POSITIVE_INFINITY);
    return full ? oldest.at + MINUTE - now : 0;
  }
}
