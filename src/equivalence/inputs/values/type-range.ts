export interface IntegerRange {
  readonly least: bigint;
  readonly most: bigint;
}

/** What an integer type holds. */
export function typeRange(bits: number, signed: boolean): IntegerRange {
  const size = 1n << BigInt(bits);
  return signed ? { least: -size / 2n, most: size / 2n - 1n } : { least: 0n, most: size - 1n };
}
