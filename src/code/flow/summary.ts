import type { TraceStep } from '../location.ts';
import type { Family } from './memory-object.ts';
import type { NullOrigin, Taint } from './value.ts';

/** What a function does to what a parameter points to. */
export interface ParameterEffect {
  readonly frees: 'no' | 'maybe' | 'always';
  readonly family: Family;
  readonly freedAt: TraceStep | undefined;
  /** Kept somewhere that outlives the call. */
  readonly escapes: boolean;
  readonly writes: boolean;
  /** Untrusted content that it puts there. */
  readonly taint: Taint | undefined;
  /** The parameter whose content it copies there, or -1. */
  readonly taintFrom: number;
  /** Whether it looks through the pointer at all. */
  readonly dereferences: boolean;
  /** How far it reaches into the memory, in terms of its parameters. */
  readonly reaches: readonly Reach[];
  /** What parts of the memory hold afterwards, by their path in it. */
  readonly cells: readonly CellEffect[];
  /** Where it looks through the pointer without having compared it with null. */
  readonly needsNonNull: TraceStep | undefined;
}

/** Memory is touched up to `scale * parameter + add` bytes from where a pointer points. */
export interface Reach {
  /** The position of the parameter that decides how far, or -1 for a fixed number of bytes. */
  readonly parameter: number;
  readonly scale: number;
  readonly add: number;
  readonly write: boolean;
}

/** A part of what a parameter points to, such as `.next`, or the empty path for all of a scalar. */
export interface CellEffect {
  readonly path: string;
  /** What it holds afterwards; undefined where only what it pointed to was freed. */
  readonly value: ValueEffect | undefined;
  /** Whether what it pointed to is freed while it still points there. */
  readonly frees: 'no' | 'maybe' | 'always';
  /** Untrusted content that the callee puts into what it points to. */
  readonly taint: Taint | undefined;
}

/** A value that a call hands to its caller. */
export interface ValueEffect {
  readonly lo: number;
  readonly hi: number;
  readonly mayBeNull: boolean;
  readonly mayBeNonNull: boolean;
  readonly nullOrigin: NullOrigin | undefined;
  readonly taint: Taint | undefined;
  /** The parameter whose taint it carries, or -1. */
  readonly taintFrom: number;
  /** The parameter that is given back as it came, or -1. */
  readonly parameter: number;
  /** Whether it points to memory that the callee freed. */
  readonly freed: 'no' | 'maybe' | 'always';
  /** Where in which parameter's memory the value stood before the call. */
  readonly cell: { readonly parameter: number; readonly path: string } | undefined;
  /** A resource that the caller now owns. */
  readonly allocation:
    | {
        readonly family: Family;
        readonly size: number | undefined;
        readonly sizeFrom: number;
        readonly name: string;
      }
    | undefined;
}

/** What a global holds after a call; undefined ends where nothing is known. */
export interface GlobalEffect {
  readonly name: string;
  readonly lo: number;
  readonly hi: number;
  readonly mayBeNull: boolean;
  readonly mayBeNonNull: boolean;
  readonly nullOrigin: NullOrigin | undefined;
  readonly taint: Taint | undefined;
  /** What it points to was freed, and it still points there. */
  readonly frees: boolean;
}

/** What callers may rely on, whatever the arguments are. Plain data, so that it can cross threads. */
export interface FunctionSummary {
  readonly name: string;
  readonly parameters: readonly ParameterEffect[];
  readonly returns: ValueEffect | undefined;
  /** The globals it writes, itself or through what it calls. */
  readonly globals: readonly GlobalEffect[];
  readonly neverReturns: boolean;
}

/** What is known of one parameter from all the calls that were seen. */
export interface ParameterContext {
  readonly lo: number;
  readonly hi: number;
  readonly mayBeNull: boolean;
  readonly mayBeNonNull: boolean;
  readonly nullOrigin: NullOrigin | undefined;
  readonly taint: Taint | undefined;
  /** The least size of what it points to, in bytes, where every caller shows it. */
  readonly size: number | undefined;
  readonly terminated: 'yes' | 'no' | 'unknown';
  readonly maxLength: number;
  readonly text: string | undefined;
}

/** Joins what two calls pass for a parameter. */
export function joinContexts(a: ParameterContext, b: ParameterContext): ParameterContext {
  const real = (taint: Taint | undefined): boolean =>
    taint !== undefined && taint.kind !== 'parameter';
  return {
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin:
      a.nullOrigin?.kind === 'parameter'
        ? (b.nullOrigin ?? a.nullOrigin)
        : (a.nullOrigin ?? b.nullOrigin),
    taint: real(a.taint) ? a.taint : real(b.taint) ? b.taint : (a.taint ?? b.taint),
    size: a.size === undefined || b.size === undefined ? undefined : Math.min(a.size, b.size),
    terminated:
      a.terminated === b.terminated
        ? a.terminated
        : a.terminated === 'no' || b.terminated === 'no'
          ? 'no'
          : 'unknown',
    maxLength: Math.max(a.maxLength, b.maxLength),
    text: a.text === b.text ? a.text : undefined,
  };
}

/** What the analysis of one function knows of the rest of the program. */
export interface Surroundings {
  summaryOf(name: string): FunctionSummary | undefined;
  /** What a call through a field of this name may do; undefined where nobody shows. */
  summaryOfField(field: string): FunctionSummary | undefined;
  /** What is known of a function's parameters; undefined where anybody may call it with anything. */
  contextOf(name: string): readonly ParameterContext[] | undefined;
  /** Whether every caller has been seen, so that a context bounds what may come. */
  isClosed(name: string): boolean;
  /** Notes what a call passes. */
  recordCall(name: string, args: readonly ParameterContext[]): void;
}

/** Nothing is known: every function stands alone. */
export const ALONE: Surroundings = {
  summaryOf: () => undefined,
  summaryOfField: () => undefined,
  contextOf: () => undefined,
  isClosed: () => false,
  recordCall: () => undefined,
};
