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
  /** The longest text a number can become. */
  readonly longest: number;
  readonly length: string;
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
    const [whole, , width, precision, allocates, length, letter = ''] = match;
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
      longest: longest(
        letter,
        length ?? '',
        precision === undefined || precision === '*' ? undefined : Number(precision),
      ),
      length: length ?? '',
    });
  }
  return { items, literalLength };
}

/** The longest text that a number becomes by a conversion. */
function longest(letter: string, length: string, precision: number | undefined): number {
  if (/[fF]/.test(letter)) return 310 + (precision ?? 6);
  if (/[eEgGaA]/.test(letter)) return 16 + (precision ?? 6);
  if (letter === 'c') return 1;
  if (letter === 'p') return 18;
  const bits = /ll|l|j|z|t|q|I64/.test(length)
    ? 64
    : length === 'hh'
      ? 8
      : length === 'h'
        ? 16
        : 32;
  if (/[xX]/.test(letter)) return bits / 4;
  if (letter === 'o') return Math.ceil(bits / 3);
  return bits === 64 ? 20 : bits === 32 ? 11 : bits === 16 ? 6 : 4;
}
