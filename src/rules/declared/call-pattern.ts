import type { ArgumentTest } from './argument-test.ts';

/** What a declared rule looks for: calls of some functions, all of them or those that are made in a way. */
export interface CallPattern {
  /** Names of functions, with `*` for any part of one. */
  readonly call: readonly string[];
  /** Counted from 1; undefined for any. */
  readonly argument: number | undefined;
  /** What the argument has to be; undefined where any call is reported. */
  readonly is: ArgumentTest | undefined;
  /** Only calls whose result nothing uses. */
  readonly result: 'ignored' | undefined;
  /** What is said of a call, with `{function}`, `{argument}` and `{source}` for what was found. */
  readonly message: string | undefined;
  /** From 0.4 to 0.95. */
  readonly confidence: number;
}
