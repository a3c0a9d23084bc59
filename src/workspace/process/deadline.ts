/** A setTimeout of more than this many milliseconds ends at once. */
const MAX_MILLISECONDS = 2_147_483_647;

/** Whether it is said of something that it was not done within the time of a run. */
export function isOfDeadline(reason: string): boolean {
  return reason.endsWith('of --timeout');
}

/** The time by which a run is to end, as its user has said. Where it is depends on the machine: reports then do as well. */
export class Deadline {
  /** Why something was not done, as a sentence without its end. */
  readonly reason: string;
  /** Aborts at that time, where the thread is not busy. */
  readonly signal: AbortSignal;
  private readonly end: number;

  /**
   * @param seconds from now on
   * @param reason where the time is a part of that of a run: what is said of the whole
   */
  constructor(
    seconds: number,
    reason = `it was not done within the ${seconds} ${seconds === 1 ? 'second' : 'seconds'} of --timeout`,
  ) {
    const milliseconds = Math.min(MAX_MILLISECONDS, Math.ceil(seconds * 1000));
    this.end = performance.now() + milliseconds;
    this.signal = AbortSignal.timeout(milliseconds);
    this.reason = reason;
  }

  /** In how many milliseconds it is over: none where it is. */
  get millisecondsLeft(): number {
    return Math.max(0, this.end - performance.now());
  }

  /** The time by which half of what is left is over, for work that other work is to follow. */
  half(): Deadline {
    return new Deadline(this.millisecondsLeft / 2000, this.reason);
  }

  get isOver(): boolean {
    return this.signal.aborted || performance.now() >= this.end;
  }

  /** @throws Error with the reason, where it is over */
  check(): void {
    if (this.isOver) throw new Error(this.reason);
  }
}
