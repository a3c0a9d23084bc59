import type { IntegerType } from '../items/types.ts';
import {
  exactly,
  greatest,
  type IntegerRange,
  isWithin,
  joinRanges,
  least,
  meetRanges,
  rangeOfInteger,
} from './integer-range.ts';

/** Shifts by more than this are none of any type. */
const MAX_SHIFT = 127n;

/**
 * The results of an operator as mathematics has them, whatever their type. Undefined where nothing is known, and
 * where there is none: for a division by zero, or a shift by a negative number.
 */
export function resultRange(
  operator: string,
  a: IntegerRange,
  b: IntegerRange,
): IntegerRange | undefined {
  switch (operator) {
    case '+':
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case '-':
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case '*':
      return corners(a, b, (x, y) => x * y);
    case '/':
      return quotients(a, b);
    case '%':
      return remainders(a, b);
    case '&':
    case '|':
    case '^':
      return a.lo === a.hi && b.lo === b.hi
        ? exactly(bitwise(operator, a.lo, b.lo))
        : operator === '&'
          ? conjunction(a, b)
          : union(operator, a, b);
    case '<<':
      if (b.lo < 0n || b.hi > MAX_SHIFT) return undefined;
      return corners(a, b, (x, y) => x << y);
    case '>>':
      if (b.lo < 0n || b.hi > MAX_SHIFT) return undefined;
      return corners(a, b, (x, y) => x >> y);
    default:
      return undefined;
  }
}

/**
 * What an operator gives in a type: where a result may not fit, a release build wraps around, and so does a shift by
 * the width or more. Of an unknown type only what every type holds is believed.
 */
export function appliedRange(
  operator: string,
  a: IntegerRange,
  b: IntegerRange,
  type: IntegerType | undefined,
): IntegerRange | undefined {
  const limits = type === undefined ? EVERY_TYPE : rangeOfInteger(type);
  const isShift = operator === '<<' || operator === '>>';
  const widths = { lo: 0n, hi: BigInt(type?.bits ?? 8) - 1n };
  const exact = isShift && !isWithin(b, widths) ? undefined : resultRange(operator, a, b);
  if (exact !== undefined && isWithin(exact, limits)) return exact;
  return type === undefined ? undefined : limits;
}

/** What each type of integers holds. */
const EVERY_TYPE: IntegerRange = { lo: 0n, hi: 127n };

/** What `as` makes of integers: what does not fit loses its high bits. */
export function castRange(range: IntegerRange | undefined, type: IntegerType): IntegerRange {
  const limits = rangeOfInteger(type);
  if (range === undefined) return limits;
  if (isWithin(range, limits)) return range;
  if (range.lo !== range.hi) return limits;
  return exactly(
    type.signed ? BigInt.asIntN(type.bits, range.lo) : BigInt.asUintN(type.bits, range.lo),
  );
}

/** The range of a function whose extremes lie at extremes of its operands. */
function corners(
  a: IntegerRange,
  b: IntegerRange,
  f: (x: bigint, y: bigint) => bigint,
): IntegerRange {
  return [f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)]
    .map(exactly)
    .reduce(joinRanges, exactly(f(a.lo, b.lo)));
}

/** The parts of a range below and above zero. */
function nonzeroParts(range: IntegerRange): IntegerRange[] {
  const below = range.lo < 0n ? meetRanges(range, { lo: range.lo, hi: -1n }) : undefined;
  const above = range.hi > 0n ? meetRanges(range, { lo: 1n, hi: range.hi }) : undefined;
  return [below, above].filter((part) => part !== undefined);
}

function quotients(a: IntegerRange, b: IntegerRange): IntegerRange | undefined {
  const [first, ...rest] = nonzeroParts(b).map((part) => corners(a, part, (x, y) => x / y));
  return first && rest.reduce(joinRanges, first);
}

/** A remainder has the sign of the dividend, and is no larger than it and smaller than the divisor. */
function remainders(a: IntegerRange, b: IntegerRange): IntegerRange | undefined {
  const sizes = nonzeroParts(b).map(({ lo, hi }) => (lo < 0n ? { lo: -hi, hi: -lo } : { lo, hi }));
  const [first, ...rest] = sizes;
  if (first === undefined) return undefined;
  const divisor = rest.reduce(joinRanges, first);
  if (a.lo >= 0n && a.hi < divisor.lo) return a;
  const most = divisor.hi - 1n;
  const lo = a.lo >= 0n ? 0n : greatest(a.lo, -most);
  const hi = a.hi <= 0n ? 0n : least(a.hi, most);
  return { lo, hi };
}

function bitwise(operator: '&' | '|' | '^', a: bigint, b: bigint): bigint {
  if (operator === '&') return a & b;
  return operator === '|' ? a | b : a ^ b;
}

function conjunction(a: IntegerRange, b: IntegerRange): IntegerRange {
  if (a.lo >= 0n && b.lo >= 0n) return { lo: 0n, hi: least(a.hi, b.hi) };
  if (a.lo >= 0n) return { lo: 0n, hi: a.hi };
  if (b.lo >= 0n) return { lo: 0n, hi: b.hi };
  return { lo: -powerAbove(a, b), hi: greatest(a.hi, b.hi) };
}

function union(operator: string, a: IntegerRange, b: IntegerRange): IntegerRange {
  const power = powerAbove(a, b);
  if (a.lo < 0n || b.lo < 0n) return { lo: -power, hi: power - 1n };
  const least = operator === '|' ? greatest(a.lo, b.lo) : 0n;
  return { lo: least, hi: power - 1n };
}

/** The least power of two such that all numbers of both ranges lie from its negative to just below it. */
function powerAbove(a: IntegerRange, b: IntegerRange): bigint {
  const { lo, hi } = joinRanges(a, b);
  const size = greatest(hi, -lo - 1n);
  return 1n << BigInt(size <= 0n ? 0 : size.toString(2).length);
}
