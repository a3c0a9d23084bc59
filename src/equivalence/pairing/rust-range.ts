import type { IntegerShape } from '../cases/shape.ts';

const RUST_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  u8: [0n, 255n],
  u16: [0n, 65_535n],
  u32: [0n, (1n << 32n) - 1n],
  u64: [0n, (1n << 64n) - 1n],
  u128: [0n, (1n << 128n) - 1n],
  usize: [0n, (1n << 64n) - 1n],
  i8: [-128n, 127n],
  i16: [-32_768n, 32_767n],
  i32: [-(1n << 31n), (1n << 31n) - 1n],
  i64: [-(1n << 63n), (1n << 63n) - 1n],
  i128: [-(1n << 127n), (1n << 127n) - 1n],
  isize: [-(1n << 63n), (1n << 63n) - 1n],
  // Above lie the surrogates, which are no `char`.
  char: [0n, 0xd7ffn],
};

/** What a C integer must be so that the Rust type can have it, too. @param rust as `u8` */
export function rangeInRust(
  bits: number,
  signed: boolean,
  rust: string,
): Pick<IntegerShape, 'range'> {
  const range = RUST_RANGES[rust];
  const least = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const most = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  if (range === undefined || (range[0] <= least && range[1] >= most)) return {};
  return {
    range: {
      least: range[0] > least ? range[0] : least,
      most: range[1] < most ? range[1] : most,
    },
  };
}

type Range = NonNullable<IntegerShape['range']>;

/** What lies within two ranges; one that is missing limits nothing. */
export function commonRange(left: Range | undefined, right: Range | undefined): Range | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const { least } = left.least > right.least ? left : right;
  const { most } = left.most < right.most ? left : right;
  return { least, most };
}
