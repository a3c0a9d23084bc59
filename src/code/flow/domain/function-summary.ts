import type { Forwarding } from '../../c/cfg/forwarding-functions.ts';
import type { TraceStep } from '../../syntax/location.ts';
import type { EntryConditions } from './entry-condition.ts';
import type { Family } from './memory-object.ts';
import type { BySign } from './result-sign.ts';
import type { Taint } from './taint.ts';
import type { ValueFacts } from './value.ts';
import type { WrittenPlaces } from './written-places.ts';

/** Whether something is freed, as far as is known. */
export type Frees = 'no' | 'maybe' | 'always';

/** What the parameters are where a function frees something. */
export interface ReleaseCondition {
  readonly when: EntryConditions;
  /** Whether it is freed wherever they are so. */
  readonly certain: boolean;
}

/** Whether a function frees what a pointer leads to. */
export interface ReleaseEffect {
  readonly frees: Frees;
  /** The arguments with which it may be freed, one for each place; none where that is not known. */
  readonly freesWhen: readonly ReleaseCondition[];
  /** Whether it was freed by what the function returned, if that tells. */
  readonly freesBy: BySign<Frees> | undefined;
}

/** What a parameter was given, wherever the function comes back: the least and the greatest value, and whether it was null. */
export interface ReturnCondition {
  readonly lo: number;
  readonly hi: number;
  readonly mayBeNull: boolean;
  readonly mayBeNonNull: boolean;
  /** Whether it was compared with something that bounds it from above (or below). */
  readonly checkedAbove: boolean;
  readonly checkedBelow: boolean;
}

/** What a function does to what a parameter points to. */
export interface ParameterEffect extends ReleaseEffect {
  /** Kept somewhere that outlives the call. */
  readonly escapes: boolean;
  readonly writes: boolean;
  /** Untrusted content that it puts there. */
  readonly taint: Taint | undefined;
  /** The parameters whose content it copies there. */
  readonly taintFrom: readonly number[];
  /** Whether it looks through the pointer at all. */
  readonly dereferences: boolean;
  /** How far it reaches into the memory, in terms of its parameters. */
  readonly accessExtents: readonly AccessExtent[];
  /** What parts of the memory hold afterwards, by their path in it. */
  readonly cells: readonly CellEffect[];
  /** Where it looks through the pointer without having compared it with null. */
  readonly needsNonNull: TraceStep | undefined;
  /** Undefined where the function comes back whatever it is given. */
  readonly onReturn: ReturnCondition | undefined;
  /** The same by what the function returned, if that tells: `if (!isValid(index)) return;` bounds the index. */
  readonly onResult: BySign<ReturnCondition> | undefined;
}

/** Memory is touched up to `scale * parameter + add` bytes from where a pointer points. */
export interface AccessExtent {
  /** The position of the parameter that decides how far, or -1 for a fixed number of bytes. */
  readonly parameter: number;
  readonly scale: number;
  readonly add: number;
  readonly write: boolean;
  /** Whether it gets there wherever the conditions hold, rather than by what it finds in memory. */
  readonly certain: boolean;
  /** What the parameters are where it gets there. */
  readonly when: EntryConditions;
}

/** A part of what a parameter points to, such as `.next`, or the empty path for all of a scalar. */
export interface CellEffect extends ReleaseEffect {
  readonly path: string;
  /** What it holds afterwards; undefined where only what it pointed to was freed. */
  readonly value: ValueEffect | undefined;
  /** Untrusted content that the callee puts into what it points to, or into the array that it is. */
  readonly taint: Taint | undefined;
  /** The parameters whose content it copies there. */
  readonly taintFrom: readonly number[];
  /** What it holds by what the function returned, if that tells. */
  readonly outcomes: BySign<Outcome> | undefined;
  /** Whether some paths that return leave it as it was. */
  readonly isLeft: boolean;
}

/** What holds of a value on some of the paths that return. */
export interface Outcome extends ReturnCondition {
  /** Whether it holds a resource that was acquired there. */
  readonly allocated: boolean;
  /** Whether each of these paths has written it. */
  readonly isWritten: boolean;
}

/** A value that a call hands to its caller. */
export interface ValueEffect extends ValueFacts {
  /** The parameters whose taint it carries. */
  readonly taintFrom: readonly number[];
  /** Untrusted content of what it points to. */
  readonly content: Taint | undefined;
  /** The parameters whose content was copied to what it points to. */
  readonly contentFrom: readonly number[];
  /** The parameter that is given back as it came, or -1. */
  readonly parameter: number;
  /** Whether it points to memory that the callee freed. */
  readonly freed: 'no' | 'maybe' | 'always';
  /** The arguments with which it may be null; none where it may be with any. */
  readonly nullWhen: EntryConditions;
  /** Where in which parameter's memory the value stood before the call. */
  readonly cell: { readonly parameter: number; readonly path: string } | undefined;
  /** A resource that the caller now owns. */
  readonly allocation:
    | {
        readonly family: Family;
        readonly size: number | undefined;
        readonly sizeFrom: number;
        readonly name: string;
        /** Whether every path that returns allocates it. */
        readonly certain: boolean;
        /** Whether something else refers to it as well, so that the caller need not give it back. */
        readonly kept: boolean;
      }
    | undefined;
}

/** What a global holds after a call; undefined ends where nothing is known. */
export interface GlobalEffect extends ValueFacts {
  readonly name: string;
  /** The file that alone sees it, of a `static` one. */
  readonly internalTo: string | undefined;
  /** What it points to was freed, and it still points there. */
  readonly frees: boolean;
}

/** What a call does, whatever the arguments are. Plain data, so that it can cross threads. */
export interface CallEffects {
  readonly parameters: readonly ParameterEffect[];
  readonly returns: ValueEffect | undefined;
  /** The globals it writes, itself or through what it calls; `any` where they are too many to follow. */
  readonly globals: readonly GlobalEffect[] | 'any';
  /** What else it writes in memory that its arguments or globals lead to. */
  readonly writtenPlaces: WrittenPlaces;
  readonly neverReturns: boolean;
  /** Whether it calls code that is not seen, itself or through what it calls: that may call the project back. */
  readonly callsUnseen: boolean;
}

/** What callers may rely on of a function. */
export interface FunctionSummary extends CallEffects {
  readonly name: string;
  /** The call that it passes its parameters on to, where it does nothing else. */
  readonly forwards?: Forwarding;
}
