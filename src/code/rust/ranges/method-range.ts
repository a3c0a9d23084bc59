import type { IntegerType } from '../items/types.ts';
import {
  ANY_INTEGER,
  exactly,
  greatest,
  type IntegerRange,
  LENGTHS,
  least,
  meetRanges,
  rangeOfInteger,
} from './integer-range.ts';
import { appliedRange, resultRange } from './range-arithmetic.ts';

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['add', '+'],
  ['sub', '-'],
  ['mul', '*'],
  ['div', '/'],
  ['rem', '%'],
  ['shl', '<<'],
  ['shr', '>>'],
]);

/** Methods that leave the number as it is on which they are called. */
export const READS_NUMBER =
  /^(?:(?:wrapping|saturating|checked|overflowing)_\w+|(?:leading|trailing|count)_\w+|(?:to|from|as|into|is)_\w+|clone|into|try_into|abs|abs_diff|unsigned_abs|min|max|clamp|pow|isqrt|signum|\w*(?:div|rem|ilog)\w*|rotate_\w+|swap_bytes|reverse_bits|(?:partial_)?cmp|eq|ne|lt|le|gt|ge|hash|fmt|add|sub|mul|shl|shr|bit\w*|not|neg|get|len|iter|borrow)$/;

/** Methods that give how many there are of something. */
const COUNTS = /^(?:len|count|capacity)$/;

/** Methods that give how many bits of a number are something. */
const BITS = /^(?:count_(?:ones|zeros)|(?:leading|trailing)_(?:ones|zeros))$/;

/**
 * What a method of an integer gives, or one that counts.
 * @param type that of the receiver, where it is one of integers
 * @param receiver undefined where nothing is known of it
 */
export function methodRange(
  name: string,
  type: IntegerType | undefined,
  receiver: IntegerRange | undefined,
  args: readonly (IntegerRange | undefined)[],
): IntegerRange | undefined {
  if (COUNTS.test(name)) return args.length === 0 ? LENGTHS : undefined;
  if (BITS.test(name) && type !== undefined) return { lo: 0n, hi: BigInt(type.bits) };
  const [first, second] = args;
  if (name === 'min' || name === 'max' || name === 'clamp')
    return boundedRange(name, receiver, first, second);
  if (receiver === undefined) return undefined;
  if (name === 'abs' && type !== undefined) return magnitude(receiver, rangeOfInteger(type));
  if (name === 'unsigned_abs') return magnitude(receiver, undefined);
  if (first === undefined) return undefined;
  if (name === 'rem_euclid') return euclidean(first);
  const [, how, verb = ''] = /^(wrapping|saturating)_(\w+)$/.exec(name) ?? [];
  const operator = OPERATORS.get(verb);
  if (how === undefined || operator === undefined || type === undefined) return undefined;
  if (how === 'wrapping') return appliedRange(operator, receiver, first, type);
  const exact = resultRange(operator, receiver, first);
  return exact === undefined ? rangeOfInteger(type) : held(exact, rangeOfInteger(type));
}

/** `a.min(b)`, `a.max(b)` and `a.clamp(b, c)`, of which one side bounds the result whatever the other is. */
function boundedRange(
  name: 'min' | 'max' | 'clamp',
  value: IntegerRange | undefined,
  first: IntegerRange | undefined,
  second: IntegerRange | undefined,
): IntegerRange | undefined {
  if (first === undefined) return undefined;
  const { lo, hi } = value ?? ANY_INTEGER;
  if (name === 'min') return { lo: least(lo, first.lo), hi: least(hi, first.hi) };
  const above = { lo: greatest(lo, first.lo), hi: greatest(hi, first.hi) };
  if (name === 'max') return above;
  return second && { lo: least(above.lo, second.lo), hi: least(above.hi, second.hi) };
}

/** Absolute values; that of the least number of a type is no number of it, and wraps around. */
function magnitude({ lo, hi }: IntegerRange, limits: IntegerRange | undefined): IntegerRange {
  if (lo >= 0n) return { lo, hi };
  const all = hi <= 0n ? { lo: -hi, hi: -lo } : { lo: 0n, hi: greatest(-lo, hi) };
  return limits !== undefined && all.hi > limits.hi ? limits : all;
}

/** `a.rem_euclid(b)` is never negative. */
function euclidean({ lo, hi }: IntegerRange): IntegerRange | undefined {
  const most = greatest(-lo, hi) - 1n;
  return most < 0n ? undefined : { lo: 0n, hi: most };
}

/** What is outside of the limits becomes the nearest of them. */
function held(range: IntegerRange, limits: IntegerRange): IntegerRange {
  return (
    meetRanges(range, limits) ?? (range.hi < limits.lo ? exactly(limits.lo) : exactly(limits.hi))
  );
}

/** What `cmp::min` and `cmp::max` give. */
export function rangeOfFunction(
  name: string,
  [a, b]: readonly (IntegerRange | undefined)[],
): IntegerRange | undefined {
  if (name === 'cmp::min')
    return boundedRange('min', a, b, undefined) ?? boundedRange('min', b, a, undefined);
  if (name === 'cmp::max')
    return boundedRange('max', a, b, undefined) ?? boundedRange('max', b, a, undefined);
  return undefined;
}
