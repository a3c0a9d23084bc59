import type { Clock } from '../../src/model/clock.ts';

interface Timer {
  readonly due: number;
  readonly fire: () => void;
}

export interface FakeClock extends Clock {
  /** Every sleep asked for, in milliseconds. */
  readonly sleeps: readonly number[];
  /** How many are asleep. */
  sleeping(): number;
  /** Moves time on and lets what is due happen, in order. */
  advance(milliseconds: number): Promise<void>;
}

/**
 * A clock that stands still. With `jump`, whoever sleeps moves it on at once, so that a test of
 * one caller waits for nothing; without, only `advance` does.
 */
export function fakeClock(options: { jump: boolean } = { jump: true }, random = 0.5): FakeClock {
  let now = Date.UTC(2026, 0, 1);
  let timers: Timer[] = [];
  const sleeps: number[] = [];
  let asleep = 0;

  const add = (milliseconds: number, fire: () => void) => {
    const timer = { due: now + milliseconds, fire };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const advance = async (milliseconds: number) => {
    const end = now + milliseconds;
    for (;;) {
      const [next] = timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      now = Math.max(now, next.due);
      timers = timers.filter((timer) => timer !== next);
      next.fire();
      // Whoever was woken may want to sleep again before time goes on.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
    now = end;
  };
  return {
    sleeps,
    sleeping: () => asleep,
    advance,
    now: () => now,
    random: () => random,
    after: add,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      sleeps.push(milliseconds);
      asleep += 1;
      try {
        await new Promise<void>((resolve, reject) => {
          const cancel = add(milliseconds, resolve);
          signal.addEventListener(
            'abort',
            () => {
              cancel();
              reject(signal.reason);
            },
            { once: true },
          );
          if (options.jump) void advance(milliseconds);
        });
      } finally {
        asleep -= 1;
      }
    },
  };
}
