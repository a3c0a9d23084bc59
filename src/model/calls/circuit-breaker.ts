import type { Clock } from '../clock.ts';

/** Failures in a row that open the circuit. */
const FAILURES = 3;

/** Milliseconds until an open circuit lets one probe through. */
const PAUSE = 60_000;

/** The first of them for a model that has never answered: more likely it is not there than busy. */
const FIRST_PAUSE = 10_000;

/** So many probes in a row may fail before no call waits for another one: of a model that has answered, and of others. */
const [PROBES, FIRST_PROBES] = [5, 1];

/**
 * Keeps calls away from a model that does not work. Closed, it lets all calls through; after three
 * failures in a row it opens; after a pause one call may probe, which closes it or opens it anew.
 * Once probes have failed as well, calls that come after the pause still probe, and none waits for it.
 * The pattern is that of M. Nygard, Release It!, chapter 5.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  /** When the next probe may go; undefined while closed. */
  #probeAt: number | undefined;
  #probing = false;
  #failedProbes = 0;
  #failedInRow = 0;
  #hasAnswered = false;
  #lastFailure: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets a call through, which must then be followed by `succeed`, `fail` or `release`. */
  tryEnter(): boolean {
    if (this.#probeAt === undefined) return true;
    if (this.#probing || this.#clock.now() < this.#probeAt) return false;
    this.#probing = true;
    return true;
  }

  /** Milliseconds until a call may be let through: 0 when one may now. */
  waitingTime(): number {
    if (this.#probeAt === undefined) return 0;
    // While a probe is under way its result is not known; look again soon.
    return Math.max(this.#probing ? 1000 : 0, this.#probeAt - this.#clock.now());
  }

  /** How many calls found that it still does not work. */
  get failedProbes(): number {
    return this.#failedProbes;
  }

  /** Whether a call that has no other model should wait for the next probe. */
  get isWaitedFor(): boolean {
    return this.#failedInRow < (this.#hasAnswered ? PROBES : FIRST_PROBES);
  }

  /** Why the last call failed; undefined where none has. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  succeed(): void {
    this.#hasAnswered = true;
    this.#failedInRow = 0;
    this.#failures = 0;
    this.#probeAt = undefined;
    this.#probing = false;
  }

  /** @param why in words that follow the name of the model */
  fail(why: string): void {
    this.#failedProbes += Number(this.#probing);
    this.#failedInRow += Number(this.#probing);
    this.#failures += 1;
    this.#lastFailure = why;
    const pause = this.#hasAnswered || this.#failedInRow > 0 ? PAUSE : FIRST_PAUSE;
    if (this.#failures >= FAILURES) this.#probeAt = this.#clock.now() + pause;
    this.#probing = false;
  }

  /** The call ended in a way that says nothing about the model, such as an abort. */
  release(): void {
    this.#probing = false;
  }
}
