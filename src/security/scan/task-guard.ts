import type { ResourceGuard } from '../../code/flow/project/file-budget.ts';
import type { TaskClock } from '../../workspace/process/task-clock.ts';

/** What ends the task of one file, and knows whether it was cut short. */
export interface TaskGuard extends ResourceGuard {
  isLate(): boolean;
  /** Whether the analysis was told that it is late, so that what it gives depends on the machine. */
  wasLate(): boolean;
}

/**
 * Ends a task by its clock.
 * @param steps so many may be spent
 * @param check ends it for another reason
 */
export function taskGuard(
  clock: TaskClock,
  steps = Number.POSITIVE_INFINITY,
  check: () => void = () => undefined,
): TaskGuard {
  return {
    steps,
    check() {
      clock.check();
      check();
    },
    isLate: () => clock.isLate(),
    wasLate: () => clock.wasLate,
  };
}
