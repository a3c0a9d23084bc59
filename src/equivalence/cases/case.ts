import type { LengthExpression } from './length-expression.ts';
import type { CaseValue, Shape } from './shape.ts';

/**
 * A thing that goes into a call, or comes out of it, under one name on both sides. A pointer and its
 * length in C are one slot, as a slice in Rust is.
 */
export interface Slot {
  /** Of the C parameter; `return` for what is returned, `errno`, or a path such as `state.count`. */
  readonly name: string;
  readonly shape: Shape;
  /** What inputs must satisfy so that the call means something. */
  readonly limits?: SlotLimits;
  /** An output that only C has: it is seen, and not compared. */
  readonly isObserved?: boolean;
  /** Of an output that tells what a call came to: the code of one that did not fail. */
  readonly success?: bigint;
  /** An output that is there even if the call ends the process: what it wrote. */
  readonly outlivesProcess?: boolean;
}

/** How inputs for a slot are made. */
export interface SlotLimits {
  /** Fewest and most elements of a list. */
  readonly length?: { readonly least: number; readonly most: number };
  /** A list of bytes without a zero: a C string, the terminator not included. */
  readonly isText?: boolean;
  /** The bytes are valid UTF-8, since the Rust side takes `&str` or `String`. */
  readonly isUtf8?: boolean;
  /** Values that an integer takes more often: the constants of an enum. */
  readonly likely?: readonly bigint[];
  /** At most the number of elements of another slot: an index, or a number of bytes to read. */
  readonly within?: string;
  /** An integer that tells for how many elements an output has room: so many there are. */
  readonly room?: number;
  /** As many elements as another slot's list. */
  readonly sameLengthAs?: string;
  /** How many elements a list has, by integers of other slots. */
  readonly lengthFrom?: LengthExpression;
}

/** One call, or a sequence of them, on inputs. */
export interface Case {
  readonly steps: readonly CaseStep[];
}

/** One call of a case. */
export interface CaseStep {
  /** Index among the calls of the harness. */
  readonly call: number;
  /** One for each input slot of the call, in order. */
  readonly inputs: readonly CaseValue[];
  /** For each handle that the call takes: which of those made by earlier steps. */
  readonly handles: readonly number[];
}

/** Whether a list that a case gives has elements. */
export function hasElements({ steps }: Case): boolean {
  const isFilled = (value: CaseValue) =>
    (value instanceof Uint8Array || Array.isArray(value)) && value.length > 0;
  return steps.some(({ inputs }) => inputs.some(isFilled));
}

/** How one side went through a case. */
export type SideResult =
  /** For each step, one value for each output slot, in order. */
  | { readonly kind: 'returned'; readonly steps: readonly (readonly CaseValue[])[] }
  /** C: what a sanitizer said, or the signal. Rust: the message of the panic. */
  | { readonly kind: 'stopped'; readonly step: number; readonly message: string }
  /** It ended the process, as it may: what earlier steps gave, and what the last one left. */
  | {
      readonly kind: 'ended';
      readonly step: number;
      /** Of `exit`; above 256 by the number of the signal. */
      readonly status: number;
      readonly steps: readonly (readonly CaseValue[])[];
      /** One for each output slot that outlives the process, in order. */
      readonly left: readonly CaseValue[];
    }
  /** It did not come to its end in time. */
  | { readonly kind: 'hung'; readonly step: number };
