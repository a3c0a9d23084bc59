import type { ParameterContext } from './parameter-context.ts';
import type { FunctionSummary } from './summary.ts';
import type { Taint } from './value.ts';

/** What the analysis of one function knows of the rest of the program. */
export interface Surroundings {
  summaryOf(name: string): FunctionSummary | undefined;
  /** What a call through a field of this name may do; undefined where nobody shows. */
  summaryOfField(field: string): FunctionSummary | undefined;
  /** What is known of a function's parameters; undefined where anybody may call it with anything. */
  contextOf(name: string): readonly ParameterContext[] | undefined;
  /** Whether every caller has been seen, so that a context bounds what may come. */
  isClosed(name: string): boolean;
  /** Untrusted content that some function keeps in a field or a global (kept-content.ts). */
  keptIn(keeper: string): Taint | undefined;
  /** Notes what a field or a global is given. */
  keep(keeper: string, taint: Taint): void;
  /** Notes what a call passes. */
  recordCall(name: string, args: readonly ParameterContext[]): void;
}

/** Nothing is known: every function stands alone. */
export const ALONE: Surroundings = {
  summaryOf: () => undefined,
  summaryOfField: () => undefined,
  contextOf: () => undefined,
  isClosed: () => false,
  keptIn: () => undefined,
  keep: () => undefined,
  recordCall: () => undefined,
};
