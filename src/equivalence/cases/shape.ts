import type { LengthExpression } from './length-expression.ts';

/** What a value can be on both sides, C and Rust, independent of how either writes its type. */
export type Shape =
  | IntegerShape
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'boolean' }
  /** So many elements, always. */
  | { readonly kind: 'array'; readonly of: Shape; readonly length: number }
  /** Any number of elements. */
  | {
      readonly kind: 'list';
      readonly of: Shape;
      /** Of bytes: none is zero, and all are UTF-8 where the other side wants that. */
      readonly text?: 'bytes' | 'utf8';
      /** There is room for no more. */
      readonly most?: number;
    }
  | { readonly kind: 'record'; readonly name: string; readonly fields: readonly ShapeField[] }
  | ChoiceShape
  /** A pointer that may be null. */
  | {
      readonly kind: 'nullable';
      readonly of: Shape;
      /** It leads on to a value of the type that holds it: as often to none. */
      readonly isLink?: boolean;
    };

export interface IntegerShape {
  readonly kind: 'integer';
  readonly bits: 8 | 16 | 32 | 64 | 128;
  readonly signed: boolean;
  /** As an input it is one of these: the other side has no others, as a Rust enum. */
  readonly only?: readonly bigint[];
  /** Smallest and largest input that both sides can have. */
  readonly range?: { readonly least: bigint; readonly most: bigint };
  /** What the Rust type can hold of it, where that is not all. */
  readonly holds?: { readonly least: bigint; readonly most: bigint; readonly rust: string };
}

/** One of several records, which a number tells: a tagged union in C, an enum with fields in Rust. */
export interface ChoiceShape {
  readonly kind: 'choice';
  readonly name: string;
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
  readonly choices: readonly Choice[];
}

interface Choice {
  readonly name: string;
  readonly tag: bigint;
  readonly fields: readonly ShapeField[];
  /** It is never an input, and what it holds is not told: values are not built so deep. */
  readonly isEnd: boolean;
}

interface ShapeField {
  readonly name: string;
  readonly shape: Shape;
  /** Of a list: how many elements it has, by the names of other fields of the record. */
  readonly length?: LengthExpression;
  /** Of an integer: it is a place in a list of the record, and by its name before or behind the others. */
  readonly place?: { readonly list: string; readonly side: 'start' | 'between' | 'end' };
}

/**
 * A value of a shape: an integer is a bigint within its range; a float a number (narrowed to 32 bits
 * where the shape says so); a list or array of 8-bit integers a Uint8Array of their bytes, of others
 * an array; a record its fields in order; a choice its number, and then the fields of that one; a nullable one
 * null or the value.
 */
export type CaseValue = bigint | number | boolean | Uint8Array | null | readonly CaseValue[];
