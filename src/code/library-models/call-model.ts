import type { Family } from '../flow/domain/memory-object.ts';
import type { Taint } from '../flow/domain/taint.ts';

/** A number of bytes in terms of a call's arguments. */
export interface Size {
  /** The argument that holds it. */
  readonly arg?: number;
  /** Another argument to multiply it with. */
  readonly times?: number;
  /** The length of the text in this argument and its NUL. */
  readonly text?: number;
  readonly bytes?: number;
  /** The pointers between which it lies. */
  readonly from?: number;
  readonly to?: number;
  /** The argument to whose elements the number, or what lies between two pointers, is copied one by one. */
  readonly as?: number;
}

/** Memory that a call writes through an argument. */
export interface Write {
  readonly arg: number;
  /** At most so many bytes; absent: without any bound. */
  readonly size?: Size;
  /** The argument whose content is copied. */
  readonly from?: number;
  /** The new content goes behind the text that is there. */
  readonly append?: true;
  /** Whether a NUL always ends it; for raw bytes `no`. */
  readonly terminated: 'yes' | 'no' | 'maybe';
  /** Untrusted content. */
  readonly taint?: Taint['kind'];
}

/** Memory that a call reads through an argument. */
interface Read {
  readonly arg: number;
  /** So many bytes; absent: up to the NUL. */
  readonly size?: Size;
}

export type Result =
  | {
      readonly kind: 'allocation';
      readonly family: Family;
      readonly size?: Size;
      /** How failure shows; `never` for those that stop the program. */
      readonly failure: 'null' | 'negative' | 'never';
      readonly zeroed?: true;
      /** The argument whose text it copies. */
      readonly copies?: number;
    }
  /** Memory of the stack, which is gone when the function that calls returns. */
  | { readonly kind: 'automatic'; readonly size: Size }
  /** The call gives one of its arguments back. */
  | { readonly kind: 'argument'; readonly arg: number }
  /** A pointer into an argument, or null. */
  | { readonly kind: 'within'; readonly arg: number; readonly nullable: boolean }
  | {
      readonly kind: 'pointer';
      readonly nullable: boolean;
      readonly taint?: Taint['kind'];
      /** The argument whose content it leads to. */
      readonly contentFrom?: number;
    }
  | {
      readonly kind: 'integer';
      readonly lo?: number;
      readonly hi?: number;
      /** The argument it cannot exceed. */
      readonly atMost?: number;
      readonly taint?: Taint['kind'];
      /** The argument whose taint it carries. */
      readonly taintFrom?: number;
    };

/** What a library function does, as far as defects are concerned. */
export interface CallModel {
  readonly result?: Result;
  readonly writes?: readonly Write[];
  readonly reads?: readonly Read[];
  /** Arguments through which results come back whose size the type says: `&end` of `strtol`, the array of `pipe`. */
  readonly outputs?: readonly number[];
  /** The argument whose resource is given back, and what kind of resource that is. */
  readonly releases?: number;
  readonly family?: Family;
  /** Arguments that must not be null. */
  readonly nonNull?: readonly number[];
  /** The argument that is a printf format; the values follow it. */
  readonly format?: number;
  /** The argument that is a scanf format; the pointers follow it. */
  readonly scan?: number;
  /** How a failure shows in the result, where ignoring it is a defect. */
  readonly failure?: 'null' | 'negative' | 'nonzero' | 'short';
  /** Arguments that the callee keeps, so that they are not lost. */
  readonly keeps?: readonly number[];
}
