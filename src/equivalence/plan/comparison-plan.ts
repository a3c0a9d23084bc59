import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangFunction, ClangParameter } from '../../code/clang/unit.ts';
import type { Slot } from '../cases/case.ts';
import type { PieceSize } from '../pairing/definitions.ts';
import type { CallbackPair, Pair } from '../pairing/pair.ts';
import type { RustStatic } from '../rust-api/rust-static.ts';
import type { RustApiFunction, RustApiType } from '../rust-api/rust-type.ts';

/** How one C parameter is given; memory is always of exactly the size that it needs. */
export type CArgument = { readonly name: string } & (
  | { readonly kind: 'value'; readonly pair: Pair }
  /** A pointer to one value. */
  | { readonly kind: 'one'; readonly pair: Pair; readonly isNullable: boolean }
  /** A pointer to elements; text is followed by a zero. */
  | {
      readonly kind: 'elements';
      readonly pair: Pair;
      readonly isText: boolean;
      readonly isNullable: boolean;
      /** A pointer to the pointer, which the C may move along. */
      readonly isBehind?: boolean;
      /** Memory that the C may give to `realloc`. */
      readonly isGrowing?: boolean;
    }
  /** A pointer to memory for so many elements whose content before the call is no input. */
  | {
      readonly kind: 'output';
      readonly of: ClangCType;
      readonly room: number;
      /** It holds a code of failure after the call, and this one, that of success, before it. */
      readonly code?: bigint;
    }
  /** The number of elements of another argument, or its room; `isPointer`: behind a pointer. */
  | {
      readonly kind: 'length';
      readonly of: string;
      readonly isPointer: boolean;
      /** What is counted, where that is not the elements of the Rust list: so many for each, or pieces of memory. */
      readonly each?: number | CountedPieces | undefined;
      /** It tells the room, and not how many there are. */
      readonly isRoom?: boolean;
    }
  /** A pointer into the elements of another argument: behind so many of them, or behind the last. */
  | {
      readonly kind: 'inside';
      readonly of: string;
      readonly pair: Pair | undefined;
      /** C expressions of a list in a record, where it is that: an index beyond its length is no input. */
      readonly list?: { readonly start: string; readonly length: string };
    }
  | { readonly kind: 'constant'; readonly value: bigint | null }
  /** A pointer to a function of the caller. */
  | { readonly kind: 'callback'; readonly pair: CallbackPair; readonly isNullable: boolean }
  /** What the function that is another argument is called with. */
  | { readonly kind: 'context'; readonly of: string }
  /** An object that an earlier call of the case made: the record itself, or a pointer to it. */
  | { readonly kind: 'handle'; readonly isValue: boolean }
  /** Memory of which the call makes an object; `isPointer`: for a pointer to one. */
  | { readonly kind: 'made'; readonly isPointer: boolean; readonly isZeroed?: true }
);

/** A length counts pieces of one of these sizes; which, is seen by how far the C reaches. */
export interface CountedPieces {
  /** The smallest first. */
  readonly sizes: readonly PieceSize[];
  /** Which of them it is where nothing is seen. */
  readonly usual: number;
}

/** How one Rust parameter is given: from the input slot of a C parameter. */
export interface RustArgument {
  /** The object that is made keeps a reference to it. */
  readonly isKept?: boolean;
  /** The object that is made may write to it for as long as it lives. */
  readonly isWatched?: boolean;
  readonly from: string;
  readonly type: RustApiType;
  /** Undefined for an object that an earlier call of the case made. */
  readonly pair: Pair | undefined;
  /** It is a field of what the slot holds, whose others follow in the order of the parameters. */
  readonly isPart?: boolean;
}

/** Something that both sides give back. */
export interface Output {
  readonly slot: Slot;
  /** The pair of the value, without what makes it conditional. */
  readonly pair: Pair;
  /** Where the C has it. */
  readonly c: COutputSource;
  /** Where Rust has it: the parameter of that index, what is made from the result, what is printed. */
  readonly rust: number | 'result' | 'printed';
}

/** Where the C has an output, in terms of the variables of the driver. */
interface COutputSource {
  /** A C expression: an lvalue for a record, a pointer for elements. */
  readonly value: string;
  /** There is a value only if this C expression holds: `rw_return == 0`. */
  readonly when: string | undefined;
  /** Of elements: how many, as a C expression, or until a zero. */
  readonly length: string | 'nul' | undefined;
  readonly destination: COutputDestination;
}

/**
 * Where a value that Rust gives goes when the Rust function stands in for the C function. The place is
 * what the slot names: what is returned, or what a parameter points at.
 */
export type COutputDestination =
  | { readonly kind: 'value' }
  /** Behind a pointer at the place. */
  | { readonly kind: 'pointee' }
  /** So many elements, and where the number goes: see the mapping. */
  | { readonly kind: 'elements'; readonly length: 'nul' | 'room' | bigint | string }
  /** A pointer: by how many elements it lies behind that parameter. */
  | { readonly kind: 'offset'; readonly of: string }
  /** Any integer of that sign. */
  | { readonly kind: 'sign' }
  /** A pointer to memory of that size. */
  | { readonly kind: 'allocated' }
  /** A code which says that there is a value: any but that of its absence. */
  | { readonly kind: 'presence'; readonly absent: bigint }
  /** An object of later calls. */
  | { readonly kind: 'object' }
  /** Any code of failure, or none. */
  | { readonly kind: 'failure' }
  /** `errno`, rather than what the slot names. */
  | { readonly kind: 'errno' };

/** What the C returns: an integer, a null pointer, or a record of zeros but for one field. */
export type ReturnedValue = bigint | null | { readonly field: string; readonly is: bigint | null };

/** How the result of the Rust function becomes outputs, by index. */
export type ResultPlan =
  /** `returns`: what the C returns then, where another output says so by having no value. */
  | { readonly kind: 'ignored'; readonly returns?: ReturnedValue }
  /** The value itself is the output of that index. */
  | { readonly kind: 'output'; readonly output: number }
  | { readonly kind: 'sign'; readonly output: number }
  /** It is an `io::Error`: its value of `errno` is the output. */
  | { readonly kind: 'osError'; readonly output: number }
  /** It is an object for later calls of the case; whether there is one is the output. */
  | { readonly kind: 'made'; readonly output: number }
  /** The number of elements is the output. */
  | { readonly kind: 'length'; readonly output: number }
  | { readonly kind: 'code'; readonly output: number; readonly value: bigint }
  | { readonly kind: 'all'; readonly parts: readonly ResultPlan[] }
  /** Parts of a tuple or struct. */
  | {
      readonly kind: 'parts';
      readonly parts: readonly { readonly field: string; readonly plan: ResultPlan }[];
    }
  /** The arms of a `match`; the pattern of an arm binds `value`, on which its plan works. */
  | {
      readonly kind: 'match';
      readonly arms: readonly { readonly pattern: string; readonly plan: ResultPlan }[];
    };

/** Whether the size of what was allocated is compared, in place of its content. */
export function comparesAllocationSizes(plan: ResultPlan): boolean {
  if (plan.kind === 'all') return plan.parts.some(comparesAllocationSizes);
  if (plan.kind === 'parts') return plan.parts.some((part) => comparesAllocationSizes(part.plan));
  if (plan.kind === 'match') return plan.arms.some((arm) => comparesAllocationSizes(arm.plan));
  return plan.kind === 'length';
}

/** What was taken for granted, so that a difference may be none. */
interface Doubt {
  /** One sentence without a capital. */
  readonly text: string;
  /** Whether another plan may take it away. */
  readonly remedy: 'plan' | 'none';
}

/** How a C function and a Rust function are called on the same inputs and compared. */
export interface ComparisonPlan {
  /** The C function, its pointers as what it looks at them by. */
  readonly function: ClangFunction;
  readonly doubts: readonly Doubt[];
  readonly inputs: readonly Slot[];
  readonly c: readonly CArgument[];
  readonly rust: readonly RustArgument[];
  readonly outputs: readonly Output[];
  readonly result: ResultPlan;
  /** What is not compared or not tried, each in one sentence. */
  readonly limits: readonly string[];
  /** Variables of the C file that are as parameters. */
  readonly variables: VariablesPlan;
  /** The C, or what it calls, ends texts with a zero. */
  readonly endsTexts: boolean;
  /** The call works in a folder of the case. */
  readonly usesFiles: boolean;
  /** The call may read from the standard input, which the case tells. */
  readonly readsStdin: boolean;
  /** Both sides may end the process, and then its status is what they give back. */
  readonly mayEnd: boolean;
  /** Both sides always end the process: what they return is its status. */
  readonly isProgram: boolean;
}

/** How variables of the C file are set before a call and read after it. */
interface VariablesPlan {
  /** What stands for them among the C arguments, and is not passed. */
  readonly params: readonly ClangParameter[];
  /** A type that the driver defines: a record of these variables. */
  readonly record: { readonly name: string; readonly fields: readonly string[] } | undefined;
  readonly bound: readonly BoundVariable[];
  /** Statics of the crate that the last Rust arguments stand for, which are not passed. */
  readonly statics: readonly RustStatic[];
}

export interface BoundVariable {
  readonly name: string;
  /** A C expression of a pointer to memory of the driver of the same type. */
  readonly at: string;
  /** Whether it is set before the call, too. */
  readonly isInput: boolean;
}

/** Whether a call makes an object for later ones. */
export function makesObject({ result }: ComparisonPlan): boolean {
  return objectOutput(result) !== undefined;
}

/** Which output tells whether an object was made. */
export function objectOutput(result: ResultPlan): number | undefined {
  if (result.kind === 'made') return result.output;
  if (result.kind !== 'match') return undefined;
  return result.arms.map(({ plan }) => objectOutput(plan)).find((output) => output !== undefined);
}

/** A function of the C driver that leaves an object as its memory was made. */
export const ZEROED_OBJECT = 'rw_zeroed_object';

/** A pair of functions that the harness calls. */
export interface PlannedCall {
  readonly function: ClangFunction;
  readonly rust: RustApiFunction;
  readonly plan: ComparisonPlan;
}

/** Calls on objects that only such calls make, change and look into. */
export interface HarnessPlan {
  readonly calls: readonly PlannedCall[];
  /** Which of them is the function in question. */
  readonly subjectIndex: number;
  /** The Rust type of the objects. */
  readonly objectType: string | undefined;
  /** Both sides keep something between the calls of a case, and begin each case anew. */
  readonly isStateful?: boolean;
}
