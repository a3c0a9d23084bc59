/** A queue of its own, with how its jobs are done. */
export interface JobQueue {
  readonly name: string;
  /**
   * What becomes of several jobs with one key, of which one at most is under way. `newest`: it stops
   * and replaces those before it. `every`: all are done, the oldest first.
   */
  readonly keeps: 'newest' | 'every';
  /** How often a job is tried before it counts as failed. A process that dies during one counts. */
  readonly attempts: number;
  /** Before the second attempt; it about doubles with each further one, up to ten minutes. */
  readonly retrySeconds: number;
}

/** Something to be done. */
export interface NewJob {
  readonly lane: string;
  /** Jobs of one queue with the same key are never under way at the same time. */
  readonly key: string;
  /** The account that the job is done for; jobs of an owner with few waiting jobs go first. */
  readonly owner: string;
  /** Plain data, as JSON has it. */
  readonly data: object;
}
