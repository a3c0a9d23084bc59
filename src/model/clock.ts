/** The sources of time and of random numbers, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws the signal's reason, as soon as it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls back once, unless the function that it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

/** Longer waits overflow the timers of the runtime, which then fire at once. */
const MAX_WAIT = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep(milliseconds, signal) {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(milliseconds, MAX_WAIT),
      );
      signal.addEventListener('abort', stop, { once: true });
    });
  },
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, MAX_WAIT));
    return () => clearTimeout(timer);
  },
};
