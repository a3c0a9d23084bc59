import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';

/** What the pool sends to a worker: tasks with their numbers. */
export interface TaskBatch<Task> {
  readonly tasks: readonly { readonly index: number; readonly task: Task }[];
  /** When the thread is ended, as `Date.now` says it; missing where it may go on. */
  readonly end?: number | undefined;
}

/** What a worker answers for each task, as soon as it is done. */
export type TaskAnswer<Result> =
  | { readonly index: number; readonly result: Result }
  | { readonly index: number; readonly error: string };

/**
 * Makes this worker thread do the tasks of its pool, one after the other. A task
 * that throws is answered with its error, and ends the thread: what the task left
 * behind in shared memory may be broken.
 */
export function serveTasks<Task, Result>(
  work: (task: Task, end: number | undefined) => Promise<Result>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file is a worker thread of a pool; nothing starts it');
  port.on('message', async ({ tasks, end }: TaskBatch<Task>) => {
    for (const { index, task } of tasks) {
      try {
        const answer: TaskAnswer<Result> = { index, result: await work(task, end) };
        port.postMessage(answer);
      } catch (thrown) {
        const answer: TaskAnswer<Result> = { index, error: messageOf(thrown) };
        port.postMessage(answer);
        port.close();
        return;
      }
    }
  });
}
