/** Whole numbers from the least to the most, without a few. */
export interface NumberLimits {
  readonly least: bigint;
  readonly most: bigint;
  readonly excluded: readonly bigint[];
}

/** What is given for one parameter of a function on data alone, and what callers may give for it. */
export type DataInput =
  /** A number that callers may choose. */
  | { readonly kind: 'number'; readonly limits: NumberLimits }
  /** A number that the call states. */
  | { readonly kind: 'fixed'; readonly value: bigint }
  /** Text that ends with NUL; the limits are those of its length. */
  | { readonly kind: 'text'; readonly length: NumberLimits }
  /** Text that the call states. */
  | { readonly kind: 'literal'; readonly text: string }
  /** Memory of which another parameter tells the end; the limits count elements. */
  | {
      readonly kind: 'bytes';
      readonly elementSize: number;
      readonly length: NumberLimits;
      /** Whether it is there to be written. */
      readonly isBlank: boolean;
    }
  /** How many elements the memory of another parameter has, and where it ends. */
  | { readonly kind: 'length' | 'end'; readonly of: number }
  /** Memory of a size that is known, all zero: what a caller gives to be filled. */
  | { readonly kind: 'room'; readonly size: number };

/** The same, or why a parameter is none of these. */
export type ParameterContract = DataInput | { readonly kind: 'other'; readonly why: string };

/** Longer memory shows nothing that this does not. */
export const MAX_BYTES = 1 << 17;

/** All that an integer type holds. */
export function limitsOfType({
  bits,
  signed,
}: {
  readonly bits: number;
  readonly signed: boolean;
}): NumberLimits {
  const width = BigInt(bits);
  return signed
    ? { least: -(1n << (width - 1n)), most: (1n << (width - 1n)) - 1n, excluded: [] }
    : { least: 0n, most: (1n << width) - 1n, excluded: [] };
}

/** Lengths of memory, as far as a type holds them. */
export function limitsOfLength(type: NumberLimits, elementSize: number): NumberLimits {
  const room = BigInt(Math.floor(MAX_BYTES / elementSize));
  return { least: 0n, most: smaller(type.most, room), excluded: [] };
}

/** What both allow. */
export function intersection(one: NumberLimits, other: NumberLimits): NumberLimits {
  return {
    least: -smaller(-one.least, -other.least),
    most: smaller(one.most, other.most),
    excluded: [...new Set([...one.excluded, ...other.excluded])],
  };
}

function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

/** Whether there is a number within limits; not known where more are left out than can be looked at. */
export function isPossible({ least, most, excluded }: NumberLimits): boolean {
  return excluded.length <= MAX_EXCLUDED && most - least + 1n > BigInt(excluded.length);
}

/** As many as the kit takes. */
const MAX_EXCLUDED = 4;
