import pLimit from 'p-limit';
import { ModelError, messageOf } from '../../errors.ts';

/** What came of one task; where nothing did, why, on one line. */
export type WorkOutcome<Result> = { readonly result: Result } | { readonly failed: string };

/** Why a task is not begun. */
class NotStarted extends Error {}

/** So many failures one after the other, and the model is given up for this run. */
const MAX_FAILURES_IN_A_ROW = 3;

/**
 * Does tasks that ask models, so many at a time. What fails does not stop the others, unless no
 * other can do better: a budget or the time is used up, or the model fails again and again.
 */
export class WorkQueue {
  private readonly limit: ReturnType<typeof pLimit>;
  private readonly signal: AbortSignal | undefined;
  private failures = 0;
  private endReason: string | undefined;

  constructor(concurrency: number, signal: AbortSignal | undefined) {
    this.limit = pLimit(concurrency);
    this.signal = signal;
  }

  /** Why no more tasks are begun; undefined as long as they are. */
  private get ended(): string | undefined {
    if (this.endReason === undefined && this.signal?.aborted)
      this.endReason = messageOf(this.signal.reason);
    return this.endReason;
  }

  /**
   * Does all tasks; the results come in the order of the tasks. Before a task asks a model it calls
   * `begin`, which ends it where no more are begun: what needs no model is done all the same.
   * @throws what a task throws, unless it is a ModelError or the signal's reason
   */
  runAll<Task, Result>(
    tasks: readonly Task[],
    work: (task: Task, begin: () => void) => Promise<Result>,
    onDone: () => void,
  ): Promise<WorkOutcome<Result>[]> {
    const one = async (task: Task): Promise<WorkOutcome<Result>> => {
      let hasBegun = false;
      try {
        const result = await work(task, () => {
          if (this.ended !== undefined) throw new NotStarted(this.ended);
          hasBegun = true;
        });
        if (hasBegun) this.failures = 0;
        return { result };
      } catch (thrown) {
        return { failed: thrown instanceof NotStarted ? thrown.message : this.failure(thrown) };
      } finally {
        onDone();
      }
    };
    return Promise.all(tasks.map((task) => this.limit(() => one(task))));
  }

  /** Begins no more tasks, unless that was settled before: the first reason counts. */
  stop(reason: string): void {
    this.endReason ??= reason;
  }

  private failure(thrown: unknown): string {
    if (this.signal?.aborted) return messageOf(this.signal.reason);
    if (!(thrown instanceof ModelError)) throw thrown;
    const message = messageOf(thrown);
    if (thrown.failure === 'budget') this.endReason ??= message;
    const isOut = thrown.failure === 'unavailable' || thrown.failure === 'timeout';
    this.failures = isOut ? this.failures + 1 : 0;
    if (this.failures >= MAX_FAILURES_IN_A_ROW) {
      this.endReason ??= `the model failed ${MAX_FAILURES_IN_A_ROW} times in a row, at last: ${message}`;
    }
    return message;
  }
}
