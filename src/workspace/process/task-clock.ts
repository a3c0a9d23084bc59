import { getHeapStatistics } from 'node:v8';

const MEGABYTE = 1024 * 1024;

/** After so much of its time a task is to come to its end with what it has. */
const LATE = 0.75;

/** How long a task takes in this thread, in the processor's time, and how far the heap grows meanwhile. */
export class TaskClock {
  /** Whether the task was told that it is late: what it gives depends on the machine. */
  wasLate = false;
  private readonly timeLimit: number;
  private readonly heapLimit: number;
  private readonly began = spentMilliseconds();
  private readonly lateAt: number;

  /**
   * @param timeLimit in milliseconds; `heapLimit` in megabytes
   * @param end when the task is ended, as `Date.now` says it
   */
  constructor(timeLimit: number, heapLimit: number, end = Number.POSITIVE_INFINITY) {
    this.timeLimit = timeLimit;
    this.heapLimit = heapLimit;
    const now = Date.now();
    this.lateAt = now + LATE * (end - now);
  }

  /** Whether the task is to come to its end, since most of its time is over. */
  isLate(): boolean {
    this.wasLate ||=
      spentMilliseconds() - this.began > LATE * this.timeLimit || Date.now() > this.lateAt;
    return this.wasLate;
  }

  /** @throws Error where the task is beyond one of its limits */
  check(): void {
    if (spentMilliseconds() - this.began > this.timeLimit) throw new Error(tooLong(this.timeLimit));
    if (getHeapStatistics().used_heap_size > this.heapLimit * MEGABYTE)
      throw new Error(OUT_OF_MEMORY);
  }
}

/** What is said of a task that was given up. */
export const OUT_OF_MEMORY = 'ran out of memory';

export function tooLong(timeLimit: number): string {
  return `took longer than ${timeLimit / 1000} seconds`;
}

/** Whether it is said of a task that it has used up its time. */
export function isTooLong(reason: string): boolean {
  return /took longer than [\d.]+ seconds$/.test(reason);
}

function spentMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
