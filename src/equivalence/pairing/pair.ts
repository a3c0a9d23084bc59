import type { ClangCType } from '../../code/clang/types.ts';
import type { LengthExpression } from '../cases/length-expression.ts';
import type { Shape } from '../cases/shape.ts';
import type { RustCallback } from '../rust-api/rust-type.ts';
import type { StreamPair } from './stream-pair.ts';

/** What a C type and a Rust type have in common, and how each holds it. */
export type Pair =
  | IntegerPair
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  /** In C a `_Bool`, or an integer of which only zero is false. */
  | { readonly kind: 'boolean' }
  /** In C an integer, in Rust an enum without fields: by value. */
  | {
      readonly kind: 'enum';
      readonly bits: 8 | 16 | 32 | 64;
      readonly signed: boolean;
      readonly path: string;
      readonly variants: readonly { readonly name: string; readonly value: bigint }[];
    }
  /** `isFlat`: its elements stand in the C list itself, as its neighbours do. */
  | {
      readonly kind: 'array';
      readonly of: Pair;
      readonly length: number;
      readonly isFlat?: boolean;
    }
  | ListPair
  | PlacePair
  | StreamPair
  /** An open file or folder that is given back: in C its descriptor. A field of a struct tells how it has it. */
  | { readonly kind: 'descriptor'; readonly form?: StreamPair['form'] }
  /** What stands in the folder in which a call works. */
  | { readonly kind: 'files' }
  | CallbackPair
  | {
      readonly kind: 'record';
      /** How C names the type. */
      readonly c: string;
      /** The Rust struct; undefined for a tuple. */
      readonly path: string | undefined;
      readonly fields: readonly PairField[];
      /** Fields of the C record that the Rust side has no place for: zero, but for the constants. */
      readonly dropped: readonly string[];
      /** What some of these always are: an integer, or the C function of that name. */
      readonly constants?: readonly { readonly field: string; readonly value: bigint | string }[];
      /** In C no record, but neighbours in a list: so many numbers of one type. */
      readonly isFlat?: boolean;
      /** In Rust its only field alone: a list. */
      readonly isBare?: true;
    }
  | TaggedPair
  /**
   * A pointer to one value that may be null; in Rust `Option`, its value in a `Box` or not. `isLink`: to
   * a value of the type that holds it.
   */
  | {
      readonly kind: 'nullable';
      readonly of: Pair;
      readonly isBoxed: boolean;
      readonly isLink?: boolean;
      /** In C no pointer, but a number, of which this one stands for `None`. */
      readonly none?: bigint;
      /** Nothing but the source of the C tells which one that is. */
      readonly isNoneRead?: true;
      /** In C a pointer to anything. */
      readonly isUntyped?: true;
    }
  /**
   * Such a pointer where values are not built deeper: null before a call, and not looked at after it. `isList`: in
   * Rust a `Vec` of values of the type that holds it.
   */
  | { readonly kind: 'end'; readonly isList?: true }
  /** Code of the caller that is missing in each case, since both sides cannot call it alike. */
  | { readonly kind: 'absent'; readonly because: string }
  /** A field that both sides have in no common form, and that the C never touches: zero there. `rust`: what Rust has. */
  | {
      readonly kind: 'untouched';
      readonly rust: string;
      readonly because: string;
      /** The C record has no such field. */
      readonly isOfRust?: true;
    }
  /** A pointer to one value that is never null; in Rust the value itself or a `Box`, in a struct also a reference. */
  | {
      readonly kind: 'pointer';
      readonly of: Pair;
      readonly isBoxed: boolean;
      readonly isBorrowed?: boolean;
      /** In C a pointer to anything. */
      readonly isUntyped?: true;
    };

export interface IntegerPair {
  readonly kind: 'integer';
  /** Those of C; values of the wire have them. */
  readonly bits: 8 | 16 | 32 | 64 | 128;
  readonly signed: boolean;
  /** The Rust type: `u32`, `usize`, `char`. */
  readonly rust: string;
  /** Bits are kept rather than the value: C's `char` and Rust's `u8`. */
  readonly isByte: boolean;
  /** It counts the elements of an array, or is a place among them: not beyond these. */
  readonly within?: { readonly least: bigint; readonly most: bigint };
}

/** A pointer in C that is an index in Rust: by how many elements it lies behind where something begins. */
export interface PlacePair {
  readonly kind: 'place';
  /** The index. */
  readonly of: IntegerPair;
  readonly into: PlaceInto;
}

/** What a pointer leads into that is an index in Rust. */
export type PlaceInto =
  /** An array of file scope. */
  | { readonly kind: 'table'; readonly name: string; readonly length: number }
  /** An array within the record that has the pointer. */
  | { readonly kind: 'array'; readonly field: string; readonly length: number }
  /** A list of that record. `rust`: its field in Rust; `start`: the pointer in C to where it begins, if there is one. */
  | {
      readonly kind: 'list';
      readonly rust: string;
      readonly start: string | undefined;
      /** By its name it lies before all others, among them, or behind them. */
      readonly side: PlaceSide;
    };

export type PlaceSide = 'start' | 'between' | 'end';

/** Elements whose number is known at run time. */
export interface ListPair {
  readonly kind: 'list';
  readonly of: Pair;
  readonly rust: 'vec' | 'string' | 'boxed' | 'path' | 'os';
  /** Ends with a zero in C, which is no element. */
  readonly isText: boolean;
  /** The only texts that are given. */
  readonly only?: readonly string[];
  /** In a C record: an array of so many elements, rather than a pointer. */
  readonly room: number | undefined;
  /** Such an array without a length, at the end of the record: its elements stand behind that. */
  readonly isFlexible?: true;
  /** In a C record: the field that tells how many elements there are, and nothing else. */
  readonly lengthField: string | undefined;
  /** Of such a field: it has no address, since it is so many bits of one. */
  readonly hasBitLength?: true;
  /** In a C record: the pointer that leads behind the last of them. */
  readonly endField?: string;
  /** In a C record: a pointer into it, as others that are places; nothing of the record but these tells of its memory. */
  readonly around?: string;
  /** In a C record: how many there are, by C fields that both sides have. */
  readonly lengthFrom: LengthExpression | undefined;
  /** In a C record: the field that tells for how many elements there is room. */
  readonly roomField: string | undefined;
  /** In a C record: the C moves the pointer on as it writes, for so many more elements as this field tells. */
  readonly writtenRoom?: string | number;
  /** In a C record: room behind the elements. */
  readonly spare: number;
  /** In a C record: one more behind the elements is always there, zero, and counts as room: a text's end that Rust does not hold. */
  readonly isEnded?: true;
  /** In a Rust struct: it is behind a reference, and lasts as long as the program. */
  readonly borrowed?: 'shared' | 'mutable';
}

/**
 * Code of the caller, which both sides call: a pointer to a function in C, a closure or a value of a
 * trait in Rust. The harness gives both sides a function that answers by the same script and notes how it
 * is called.
 */
export interface CallbackPair {
  readonly kind: 'callback';
  /** The same for callbacks that are the same in all but their script. */
  readonly id: string;
  /** Of the C parameter or field, for messages. */
  readonly name: string;
  readonly c: CallbackC;
  readonly rust: RustCallback;
  readonly arguments: readonly CallbackArgument[];
  readonly answer: CallbackAnswer;
  /** Whether its calls, and what it is given, have to be the same on both sides. */
  readonly isCompared: boolean;
  /** The shape of its script. */
  readonly script: Shape;
  /** How Rust holds it. */
  readonly holder: 'none' | 'reference' | 'box';
}

/** A callback as C has it. */
interface CallbackC {
  readonly params: readonly ClangCType[];
  readonly returns: ClangCType;
  /** Which parameter is the context, if there is one. */
  readonly context: number | undefined;
  readonly place: CallbackCAccess;
}

/** Where C has a pointer to a function of the caller, and its context. */
export type CallbackCAccess =
  /** The parameter itself; the context is another parameter. */
  | { readonly kind: 'parameter' }
  /** A record of nothing but the function and its context. */
  | {
      readonly kind: 'record';
      readonly record: string;
      readonly function: string;
      readonly context: string | undefined;
    }
  /** A field of a record, which is the function; the context is another field. `owner`: the record, by its id. */
  | { readonly kind: 'field'; readonly context: string | undefined; readonly owner?: string };

/** What a callback is given, in the order of the Rust parameters. `c` is the index of the C parameter. */
export type CallbackArgument = { readonly c: number } & (
  | { readonly kind: 'value'; readonly pair: Pair }
  /** `isChanged`: the callback changes numbers of it. */
  | {
      readonly kind: 'one';
      readonly pair: Pair;
      readonly isNullable: boolean;
      readonly isChanged?: boolean;
      /** The C is given the record that holds the value. */
      readonly held?: HeldValue;
    }
  /** `length`: which C parameter tells how many; text ends with a zero. `isChanged`: the callback changes them. */
  | {
      readonly kind: 'elements';
      readonly pair: ListPair;
      readonly length: number | 'nul';
      readonly isChanged?: boolean;
    }
  /** Memory that the callback fills. */
  | { readonly kind: 'room'; readonly pair: ListPair; readonly length: number }
  /** An object that calls made: it is not looked into. */
  | { readonly kind: 'object' }
);

/** Where a value stands in a record that a callback is given in C: in a field, or behind it. */
export interface HeldValue {
  readonly record: ClangCType;
  readonly field: string;
  readonly isPointer: boolean;
}

/** What a callback gives back. */
export type CallbackAnswer =
  | { readonly kind: 'nothing' }
  /** The next value of the script; zero behind its end. */
  | { readonly kind: 'value'; readonly pair: Pair }
  /** One of these, by the next number of the script; the first one behind its end. */
  | { readonly kind: 'codes'; readonly codes: readonly CallbackCode[] }
  /**
   * The next elements of the script are put into the room, and their number is returned. A second list
   * says how many at most each time, where zero is the failure; behind its end as many as there are.
   */
  | {
      readonly kind: 'filled';
      readonly of: IntegerPair;
      readonly room: number;
      readonly failure: CallbackCode | undefined;
      /** What Rust returns, of the number `n`. */
      readonly rust: string;
    }
  /** An order of what the two arguments hold, or of the only one and what is searched for, which the script chooses. */
  | { readonly kind: 'order'; readonly isOrdering: boolean };

/** A result that both sides have: what C returns, and a Rust expression. */
export interface CallbackCode {
  readonly c: bigint;
  readonly rust: string;
}

/** A C record of a number and what that tells, mostly a union; in Rust an enum whose variants have fields. */
export interface TaggedPair {
  readonly kind: 'tagged';
  /** How C names the record. */
  readonly c: string;
  /** The Rust enum. */
  readonly path: string;
  readonly tag: {
    /** The field with the number. */
    readonly c: string;
    readonly bits: 8 | 16 | 32 | 64;
    readonly signed: boolean;
  };
  readonly variants: readonly TaggedVariant[];
  /** The number and what it tells are fields of the record around it, and in Rust one field. */
  readonly isInline?: true;
}

export interface TaggedVariant {
  readonly name: string;
  readonly value: bigint;
  /** In the order of Rust; `c` is the way from the record: `u.text`. None of an end. */
  readonly fields: readonly PairField[];
  readonly form: 'unit' | 'tuple' | 'struct';
  /** It holds more of its own kind where values are not built deeper: never given, not looked into. */
  readonly isEnd: boolean;
  /** Why it is never given and not looked into, where both sides have nothing in common. */
  readonly leftOut?: string;
}

export interface PairField {
  readonly c: string;
  readonly rust: string;
  readonly pair: Pair;
}

/** The list that Rust has in the place of a record. */
export function listOfBare({ fields }: Extract<Pair, { kind: 'record' }>): ListPair {
  const [field] = fields;
  if (field?.pair.kind !== 'list') throw new Error('a bare record without a list');
  return field.pair;
}

/** The list of a record into which pointers of it lead that are places in Rust; its only list where there are none. */
export function listWithPlaces(pair: Pair): (PairField & { readonly pair: ListPair }) | undefined {
  if (pair.kind !== 'record') return undefined;
  const lists = pair.fields.flatMap((field) =>
    field.pair.kind === 'list' ? [{ ...field, pair: field.pair }] : [],
  );
  const [into] = pair.fields.flatMap(({ pair: one }) => {
    const place = one.kind === 'nullable' ? one.of : one;
    return place.kind === 'place' && place.into.kind === 'list' ? [place.into.rust] : [];
  });
  if (into === undefined) return lists.length === 1 ? lists[0] : undefined;
  return lists.find(({ rust }) => rust === into);
}

/** Of a number in a script, in bytes. */
export function scriptElementSize(pair: Pair): number {
  return 'bits' in pair ? pair.bits / 8 : 1;
}
