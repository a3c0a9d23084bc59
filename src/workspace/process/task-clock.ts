import { getHeapStatistics } from 'node:v8';

const MEGABYTE = 1024 * 1024;

/** How long a task takes in this thread, in the processor's time, and how far the heap grows meanwhile. */
export class TaskClock {
  private readonly timeLimit: number;
  private readonly heapLimit: number;
  private readonly began = spentMilliseconds();

  /** @param timeLimit in milliseconds; `heapLimit` in megabytes */
  constructor(timeLimit: number, heapLimit: number) {
    this.timeLimit = timeLimit;
    this.heapLimit = heapLimit;
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

function spentMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
