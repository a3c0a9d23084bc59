import type { Clock } from '../clock.ts';

/**
 * Runs something that ends when a time is over, or when the caller's signal is aborted.
 * @param run must reject with the reason of the signal that it is given, once that is aborted
 * @throws what `late` makes, when the time is over
 */
export async function withDeadline<T>(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
  late: () => Error,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const deadline = new AbortController();
  const cancel = clock.after(milliseconds, () => deadline.abort(late()));
  try {
    const signals = signal === undefined ? [deadline.signal] : [signal, deadline.signal];
    return await run(AbortSignal.any(signals));
  } finally {
    cancel();
  }
}
