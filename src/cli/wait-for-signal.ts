/** Waits for a signal that tells this process to end. A second one ends it at once. */
export function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  });
}
