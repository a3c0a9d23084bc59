/** How wide the types are whose width the target decides. */
export interface DataModel {
  readonly longBits: 32 | 64;
  /** Of pointers, `size_t` and their like. */
  readonly pointerBits: 32 | 64;
  /** Of `wchar_t`. */
  readonly wideBits: 16 | 32;
}

/** Linux, macOS and BSD on 64 bits: what is taken where nothing says otherwise. */
export const LP64: DataModel = { longBits: 64, pointerBits: 64, wideBits: 32 };

/** The same systems on 32 bits. */
export const ILP32: DataModel = { longBits: 32, pointerBits: 32, wideBits: 32 };

/** Windows on 64 bits. */
export const LLP64: DataModel = { longBits: 32, pointerBits: 64, wideBits: 16 };

/** Windows on 32 bits. */
export const WINDOWS32: DataModel = { longBits: 32, pointerBits: 32, wideBits: 16 };
