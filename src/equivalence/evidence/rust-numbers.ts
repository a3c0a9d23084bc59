/** An integer as a Rust literal without a suffix, or the name of an end of its type: `i32::MIN`. */
export function rustIntegerLiteral(
  type: string,
  bits: number,
  signed: boolean,
  value: bigint,
): string {
  const size = 1n << BigInt(bits);
  const held = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (bits > 8 && held === (signed ? size / 2n : size) - 1n) return `${type}::MAX`;
  if (signed && bits > 8 && held === -size / 2n) return `${type}::MIN`;
  return held < 0n ? `-${naturalLiteral(-held)}` : naturalLiteral(held);
}

/** Decimal, unless the number looks like one that was written in hexadecimal. */
function naturalLiteral(value: bigint): string {
  const decimal = String(value);
  const hex = value.toString(16);
  if (value >= 0x1000n && isRounder(hex, decimal)) return `0x${grouped(hex, 4)}`;
  return grouped(decimal, 3);
}

/** Masks, powers of two and such have few different digits in hexadecimal. */
function isRounder(hex: string, decimal: string): boolean {
  return new Set(hex).size <= 2 && new Set(decimal).size > 2;
}

function grouped(digits: string, width: number): string {
  if (digits.length <= 4) return digits;
  const first = digits.length % width;
  const groups = digits.slice(first).match(new RegExp(`.{${width}}`, 'g')) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...groups].join('_');
}

/** A float as a Rust literal without a suffix, as short as it can be: `0.1`, `1e300`, `f32::NAN`. */
export function rustFloatLiteral(bits: 32 | 64, value: number): string {
  const type = `f${bits}`;
  if (Number.isNaN(value)) return `${type}::NAN`;
  if (!Number.isFinite(value)) return `${type}::${value < 0 ? 'NEG_' : ''}INFINITY`;
  if (Object.is(value, -0)) return '-0.0';
  const text = bits === 64 ? String(value) : shortSingle(value);
  return /[.e]/.test(text) ? text.replace('e+', 'e') : `${text}.0`;
}

/** The fewest digits that Rust reads back as the same 32 bits. */
function shortSingle(value: number): string {
  for (let digits = 1; digits <= 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}
