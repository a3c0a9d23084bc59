/** A setTimeout of more than this many milliseconds ends at once. */
const MAX_MILLISECONDS = 2_147_483_647;

/** The time by which a run is to end, as its user has said. Where it is depends on the machine: reports then do as well. */
export class Deadline {
  /** Why something was not done, as a sentence without its end. */
  readonly reason: string;
  /** Aborts at that time, where the thread is not busy. */
  readonly signal: AbortSignal;
  private readonly end: number;

  /** @param seconds from now on */
  constructor(seconds: number) {
    const milliseconds = Math.min(MAX_MILLISECONDS, Math.ceil(seconds * 1000));
    this.end = performance.now() + milliseconds;
    this.signal = AbortSignal.timeout(milliseconds);
    this.reason = `it was not done within the ${seconds} ${seconds === 1 ? 'second' : 'seconds'} of --timeout`;
  }

  get isOver(): boolean {
    return this.signal.aborted || performance.now() >= this.end;
  }

  /** @throws Error with the reason, where it is over */
  check(): void {
    if (this.isOver) throw new Error(this.reason);
  }
}
