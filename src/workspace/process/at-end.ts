const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** All listeners of ours that are there now. */
const ownListeners = new Set<unknown>();

/**
 * Calls `use`, then `finish`, once: when `use` has ended, with a result or an error, or when a
 * signal is about to end this process. A signal that has another listener does not count: that
 * listener decides when the process ends.
 */
export async function withCleanup<Result>(
  use: () => Promise<Result>,
  finish: () => void,
): Promise<Result> {
  let ended = false;
  const end = () => {
    ownListeners.delete(stop);
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    if (!ended) finish();
    ended = true;
  };
  const stop = (signal: NodeJS.Signals) => {
    if (process.listeners(signal).some((listener) => !ownListeners.has(listener))) return;
    end();
    // Without a listener the signal does what it would have done.
    process.kill(process.pid, signal);
  };
  ownListeners.add(stop);
  // First of all: a listener that hears once only is gone when the next one is called.
  for (const signal of SIGNALS) process.prependListener(signal, stop);
  try {
    return await use();
  } finally {
    end();
  }
}
