import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a check until it passes, and throws what it threw last when that takes too long.
 * @param pause milliseconds between two checks
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  milliseconds = 30_000,
  pause = 20,
): Promise<Result> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (thrown) {
      if (performance.now() >= deadline) throw thrown;
      await sleep(pause);
    }
  }
}
