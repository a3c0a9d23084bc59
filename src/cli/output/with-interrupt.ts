import { UsageError } from '../../errors.ts';

/**
 * Calls `use` with a signal that an interrupt from the terminal aborts. A second interrupt ends the process.
 * @param message what the interrupted command says
 */
export async function withInterrupt<Result>(
  message: string,
  use: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new UsageError(message));
  process.once('SIGINT', interrupt);
  try {
    return await use(stop.signal);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}
