/** One conversion of a printf or scanf format. */
export interface Conversion {
  /** The letter, such as `d` or `s`; `[` for a scan set. */
  readonly type: string;
  /** Where its `%` stands in the format. */
  readonly start: number;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  /** How many `*` take arguments of their own (printf), or 1 for a suppressed scan. */
  readonly stars: number;
  /** Whether the last of them is the precision. */
  readonly isPrecisionGiven: boolean;
  /** GNU's `m`: scanf allocates. */
  readonly allocates: boolean;
  readonly length: string;
  /** Such as `#` and `+`. */
  readonly flags: string;
}

const CONVERSION =
  /%([-+ #0']*)(\*|\d+)?(?:\.(\*|\d*))?(m)?(hh|h|ll|l|j|z|t|L|q|I64|I32|I)?([a-zA-Z%]|\[\^?\]?[^\]]*\])/g;

/** The conversions of a format and the length of the text between them. */
export function conversions(
  format: string,
  scanning = false,
): { items: Conversion[]; literalLength: number } {
  const items: Conversion[] = [];
  let literalLength = format.length;
  for (const match of format.matchAll(CONVERSION)) {
    const [whole, flags = '', width, precision, allocates, length = '', letter = ''] = match;
    literalLength -= whole.length;
    if (letter === '%') {
      literalLength += 1;
      continue;
    }
    const stars = (width === '*' ? 1 : 0) + (!scanning && precision === '*' ? 1 : 0);
    items.push({
      type: letter.startsWith('[') ? '[' : letter,
      start: match.index,
      width: width === undefined || width === '*' ? undefined : Number(width),
      precision:
        precision === undefined || precision === '*' ? undefined : Number(precision || '0'),
      stars,
      isPrecisionGiven: !scanning && precision === '*',
      allocates: allocates !== undefined,
      length,
      flags,
    });
  }
  return { items, literalLength };
}

/**
 * The most characters that a number becomes by a conversion, without its width.
 * @param lo the least that the number may be, and `hi` the greatest: of an integer, its type bounds it too
 */
export function longestNumber(
  { type, length, precision, flags }: Conversion,
  { lo, hi }: { readonly lo: number; readonly hi: number },
): number {
  // A sign, the digits of the greatest number, and a point.
  if (/[fF]/.test(type)) return 311 + (precision ?? 6);
  if (/[eEgGaA]/.test(type)) return 16 + (precision ?? 6);
  if (type === 'c') return 1;
  if (type === 'p') return 18;
  const bits = bitsOf(length);
  const isSigned = type === 'd' || type === 'i';
  const radix = /[xX]/.test(type) ? 16 : type === 'o' ? 8 : 10;
  const least = isSigned ? -(2 ** (bits - 1)) : 0;
  const greatest = 2 ** (isSigned ? bits - 1 : bits) - 1;
  // What the type does not hold is printed as another number.
  const isHeld = lo >= least && hi <= greatest;
  const [from, to] = isHeld ? [lo, hi] : [least, greatest];
  const most = (isSigned ? 2n ** BigInt(bits - 1) : 2n ** BigInt(bits) - 1n).toString(radix).length;
  const digits = (number: number) => {
    const written = Math.abs(Math.trunc(number)).toString(radix).length;
    return Math.max(Math.min(written, most), precision ?? 0);
  };
  const plus = Number(isSigned && /[+ ]/.test(flags));
  const prefix = flags.includes('#') ? { 16: 2, 8: 1, 10: 0 }[radix] : 0;
  return prefix + Math.max(digits(from) + (from < 0 ? 1 : plus), digits(to) + (to < 0 ? 1 : plus));
}

function bitsOf(length: string): number {
  if (/ll|l|j|z|t|q|I64/.test(length)) return 64;
  return length === 'hh' ? 8 : length === 'h' ? 16 : 32;
}
