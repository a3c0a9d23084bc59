import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';

const HOUR = 3_600_000;

/** Something that is done at the start, and every hour. */
export interface PeriodicTask {
  /** For the log. */
  readonly name: string;
  /** The signal is aborted when the process is to end. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Runs tasks now and every hour. One that fails is run again an hour later.
 * @returns what ends that, once the task that is under way has ended
 */
export function startPeriodicTasks(
  tasks: readonly PeriodicTask[],
  onProblem: (what: string, problem: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      for (const { name, run } of tasks) {
        if (signal.aborted) return;
        await run(signal).catch((thrown: unknown) => {
          // What breaks off at the end is begun anew at the next start.
          if (!signal.aborted) onProblem(`${name} failed`, messageOf(thrown));
        });
      }
      await sleep(HOUR, undefined, { signal }).catch(() => {});
    }
  };
  const looping = loop();
  return async () => {
    stopping.abort();
    await looping;
  };
}
