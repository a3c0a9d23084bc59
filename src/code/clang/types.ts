/** A type as clang resolves it on the target, typedefs looked through. Sizes are in bits. */
export type ClangCType =
  | { readonly kind: 'void' }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'integer';
      readonly bits: 8 | 16 | 32 | 64 | 128;
      readonly signed: boolean;
      /**
       * Spelled `char`, `signed char` or `unsigned char`, or by a typedef of plain `char`; not by a
       * typedef of the other two, such as `uint8_t`.
       */
      readonly isCharacter: boolean;
    }
  | { readonly kind: 'float'; readonly bits: 32 | 64 | 80 | 128 }
  | {
      readonly kind: 'enum';
      readonly name: string;
      readonly bits: 8 | 16 | 32 | 64;
      readonly signed: boolean;
      readonly constants: readonly { readonly name: string; readonly value: bigint }[];
    }
  /** `isConst` tells of what it points to: `const char *`. */
  | { readonly kind: 'pointer'; readonly to: ClangCType; readonly isConst: boolean }
  /** `length` is missing in `T x[]`. */
  | { readonly kind: 'array'; readonly of: ClangCType; readonly length?: number }
  /** A struct or union, by its id among the records of its unit: types are recursive. */
  | { readonly kind: 'record'; readonly id: string }
  | {
      readonly kind: 'function';
      readonly returns: ClangCType;
      readonly params: readonly ClangCType[];
      readonly isVariadic: boolean;
    }
  /** What there is no place for here: vectors, `_Complex`, atomics, bit-precise integers. */
  | { readonly kind: 'other' };

export interface ClangField {
  /** Empty for a struct or union without a name, whose fields are used as if they stood here. */
  readonly name: string;
  readonly type: ClangCType;
  /** As the source writes it. */
  readonly spelled: string;
  /** Of a bit field. */
  readonly width?: number;
}

/** A struct or union. */
export interface ClangRecord {
  readonly id: string;
  /** How C code names it: `struct point`, or a typedef of one without a tag; empty without either. */
  readonly name: string;
  readonly tag: 'struct' | 'union';
  /** Undefined when this unit only declares it: an opaque type. */
  readonly fields: readonly ClangField[] | undefined;
}
