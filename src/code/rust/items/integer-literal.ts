/** The value of an integer literal of Rust, such as `0xff_u8`; undefined for what is none. */
export function integerValue(literal: string): bigint | undefined {
  const digits = literal.replaceAll('_', '').replace(/[iu](?:8|16|32|64|128|size)$/, '');
  return /^(?:0x[0-9a-f]+|0b[01]+|0o[0-7]+|\d+)$/i.test(digits) ? BigInt(digits) : undefined;
}
