import { type GateResult, resultOfFaults } from './gate-result.ts';

/** An error or a warning of the compiler or of clippy. */
export interface CompilerProblem {
  /** `unused_variables`, `clippy::needless_return`, `E0308`; empty for none. */
  readonly code: string;
  readonly message: string;
  /** Relative to the crate's folder, and the line from 1; empty and 0 for none. */
  readonly file: string;
  readonly line: number;
}

/** Fails errors and warnings of the compiler and of clippy. */
export function warnings(problems: readonly CompilerProblem[]): GateResult {
  const faults = problems.map(({ code, message, file, line }) => ({
    file,
    line,
    what: code === '' ? message : `${code}: ${message}`,
  }));
  return resultOfFaults('warnings', faults, 'no warnings');
}
