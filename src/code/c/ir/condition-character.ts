import { type ConditionNumber, numberOfType, UNKNOWN_NUMBER } from './condition-number.ts';

const LITERAL = /^(L|u8|u|U)?'([\s\S]+)'$/;
const UNIT = /\\x([\da-fA-F]+)|\\([0-7]{1,3})|\\([abfnrtv\\'"?])|([ -~])/y;

const SIMPLE: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 }),
);

/**
 * The number of a character constant in `#if`: `'a'`, `'\377'`, `'ab'`, `L'x'`.
 * @param isCharUnsigned whether `char` is unsigned; undefined where that is not known
 */
export function characterNumber(
  text: string,
  isCharUnsigned: boolean | undefined,
): ConditionNumber {
  const [, prefix = '', inside = ''] = LITERAL.exec(text) ?? [];
  const units = unitsOf(inside);
  const [first, ...others] = units ?? [];
  if (units === undefined || first === undefined) return UNKNOWN_NUMBER;
  if (prefix === '' && others.length > 0) return severalCharacters(units, isCharUnsigned);
  if (others.length > 0) return UNKNOWN_NUMBER;
  if (prefix === 'u' || prefix === 'U') return numberOfType(BigInt(first), true);
  // The type of `L'x'` and `u8'x'` hangs on the target and the language.
  if (prefix === 'L') return numberOfType(BigInt(first), undefined);
  if (prefix === 'u8') return first < 128 ? numberOfType(BigInt(first), undefined) : UNKNOWN_NUMBER;
  if (isCharUnsigned === undefined && first >= 128) return UNKNOWN_NUMBER;
  return numberOfType(
    isCharUnsigned === false ? BigInt.asIntN(8, BigInt(first)) : BigInt(first),
    isCharUnsigned,
  );
}

/** Compilers put up to four of them into an `int`, the first one uppermost. */
function severalCharacters(
  units: readonly number[],
  isCharUnsigned: boolean | undefined,
): ConditionNumber {
  if (units.length > 4) return UNKNOWN_NUMBER;
  const value = units.reduce((whole, unit) => (whole << 8n) | BigInt(unit), 0n);
  return numberOfType(BigInt.asIntN(32, value), isCharUnsigned === false ? false : undefined);
}

/** The bytes that the inside of a constant stands for; undefined where compilers differ on it. */
function unitsOf(inside: string): number[] | undefined {
  const units: number[] = [];
  for (UNIT.lastIndex = 0; UNIT.lastIndex < inside.length; ) {
    const found = UNIT.exec(inside);
    if (found === null || found[0] === '\\') return undefined;
    const [, hex, octal, simple, plain] = found;
    const unit =
      hex !== undefined
        ? Number.parseInt(hex, 16)
        : octal !== undefined
          ? Number.parseInt(octal, 8)
          : (SIMPLE.get(simple ?? '') ?? (simple ?? plain ?? '').charCodeAt(0));
    if (!(unit <= 0xff)) return undefined;
    units.push(unit);
  }
  return units;
}
