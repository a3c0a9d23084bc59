import type { Clock } from '../clock.ts';

/** Failures in a row that open the circuit. */
const FAILURES = 3;

/** Milliseconds until an open circuit lets one probe through. */
const PAUSE = 60_000;

/**
 * Keeps calls away from a model that does not work. Closed, it lets all calls through; after three
 * failures in a row it opens; a minute later one call may probe, which closes it or opens it anew.
 * The pattern is that of M. Nygard, Release It!, chapter 5.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  /** When the next probe may go; undefined while closed. */
  #probeAt: number | undefined;
  #probing = false;
  #failedProbes = 0;

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

  succeed(): void {
    this.#failures = 0;
    this.#probeAt = undefined;
    this.#probing = false;
  }

  fail(): void {
    this.#failedProbes += Number(this.#probing);
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#probeAt = this.#clock.now() + PAUSE;
    this.#probing = false;
  }

  /** The call ended in a way that says nothing about the model, such as an abort. */
  release(): void {
    this.#probing = false;
  }
}
