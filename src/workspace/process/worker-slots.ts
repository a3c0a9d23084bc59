import { Worker } from 'node:worker_threads';
import pLimit, { type LimitFunction } from 'p-limit';

export interface WorkerOptions {
  /** The module that a worker runs. */
  readonly script: URL;
  /** Handed to every worker as its `workerData`. */
  readonly data: unknown;
  /** So many workers are at work at once, at most. */
  readonly threads: number;
  /** How far the heap of one worker may grow, in megabytes. */
  readonly heapLimit: number;
}

/** The workers of a pool: those that wait for work, and how many may be at work. */
export class WorkerSlots {
  private readonly options: WorkerOptions;
  private readonly idle: Worker[] = [];
  private readonly limit: LimitFunction;

  constructor(options: WorkerOptions) {
    this.options = options;
    this.limit = pLimit(options.threads);
  }

  /** Whether a worker has begun, be it at work or not. */
  get isWarm(): boolean {
    return this.idle.length > 0 || this.limit.activeCount > 0;
  }

  /** Does something as soon as a worker may be taken for it. */
  inTurn<Result>(use: () => Promise<Result>): Promise<Result> {
    return this.limit(use);
  }

  /** @param isFresh whether it has to be a worker that has done nothing yet */
  take(isFresh: boolean): Worker {
    const idle = isFresh ? undefined : this.idle.pop();
    const { script, data, heapLimit } = this.options;
    return (
      idle ??
      new Worker(script, {
        workerData: data,
        resourceLimits: { maxOldGenerationSizeMb: heapLimit },
      })
    );
  }

  /** Takes back a worker that waits for work again. */
  giveBack(worker: Worker): void {
    this.idle.push(worker);
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }
}
