import type { CFunction } from '../code/clang/c-unit.ts';
import type { Output } from './plan.ts';
import { type StreamPair, streamOutput } from './stream-pair.ts';

/** What is printed to. */
export const STANDARD_STREAMS = ['stdout', 'stderr'] as const;

/** Functions of the C library that print without being given a stream. */
const PRINTERS =
  /^(?:v?printf|puts|putchar|putchar_unlocked|perror|v?(?:err|warn)x?|psignal|error|__assert_fail|getopt(?:_long)?(?:_only)?)$/;

/** Functions of the C library that end the process. */
const ENDERS = /^(?:_?exit|_Exit|quick_exit|abort|__assert_fail|v?errx?|error)$/;

/** Whether a C function, or what it calls in the project, prints. @param reached by it */
export function prints(reached: readonly CFunction[]): boolean {
  return reached.some(
    ({ calls, globals }) =>
      calls.some((name) => PRINTERS.test(name)) ||
      STANDARD_STREAMS.some((name) => globals.includes(name)),
  );
}

/** Whether a C function, or what it calls in the project, ends the process. @param reached by it */
export function ends(reached: readonly CFunction[]): boolean {
  return reached.some(({ calls }) => calls.some((name) => ENDERS.test(name)));
}

/** What is printed, as an output of both sides. */
export function printedOutput(key: (typeof STANDARD_STREAMS)[number]): Output {
  const pair: StreamPair = { kind: 'stream', key, does: 'writes', rust: 'printed', form: 'owned' };
  return {
    slot: { name: key, shape: streamOutput(pair) },
    pair,
    c: { value: key, when: undefined, length: undefined, destination: { kind: 'value' } },
    rust: 'printed',
  };
}

/** Whether an output is there even if a call ends the process. */
export function outlivesProcess({ pair }: Output): boolean {
  return pair.kind === 'stream' && pair.does === 'writes';
}
