const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `use`, then `finish`, once: when `use` has ended, however that was, or when a signal is
 * about to end this process.
 */
export async function withEnd<Result>(
  use: () => Promise<Result>,
  finish: () => void,
): Promise<Result> {
  let ended = false;
  const end = () => {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    if (!ended) finish();
    ended = true;
  };
  const stop = (signal: NodeJS.Signals) => {
    end();
    // Without a listener the signal does what it would have done.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await use();
  } finally {
    end();
  }
}
