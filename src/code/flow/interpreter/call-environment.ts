import type { FunctionSummary } from '../domain/function-summary.ts';
import type { ParameterContext } from '../domain/parameter-context.ts';
import type { Taint } from '../domain/taint.ts';

/** What the analysis of one function knows of the rest of the program. */
export interface CallEnvironment {
  summaryOf(name: string): FunctionSummary | undefined;
  /** What a call through a field of this name may do; undefined where no function is known. */
  summaryOfField(field: string): FunctionSummary | undefined;
  /** What is known of a function's parameters; undefined where it may be called with anything. */
  contextOf(name: string): readonly ParameterContext[] | undefined;
  /** Whether every caller has been seen, so that a context bounds what may come. */
  isClosed(name: string): boolean;
  /** Untrusted content that some function stores in a field or a global (memory/field-contents.ts). */
  fieldContents(location: string): Taint | undefined;
  /** Whether callers all but never test the pointer that the function returns (project/result-uses.ts). */
  isHardlyTested(name: string): boolean;
  /** Whether a good part of the callers does not test it. */
  isSeldomTested(name: string): boolean;
  /** Notes what a field or a global is given. */
  recordFieldContents(location: string, taint: Taint): void;
  /** Notes what a call passes. */
  recordCall(name: string, args: readonly ParameterContext[]): void;
}

/** Nothing is known: every function stands alone. */
export const EMPTY_ENVIRONMENT: CallEnvironment = {
  summaryOf: () => undefined,
  summaryOfField: () => undefined,
  contextOf: () => undefined,
  isClosed: () => false,
  fieldContents: () => undefined,
  isHardlyTested: () => false,
  isSeldomTested: () => false,
  recordFieldContents: () => undefined,
  recordCall: () => undefined,
};
