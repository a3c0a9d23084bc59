import type { CallExpr, Expr } from '../../../../code/c/ir/ast.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { conversions, longestNumber } from '../../../../code/library-models/format-string.ts';
import { textRange } from '../expressions/text-range.ts';

const UNKNOWN = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };

/** How long the text that printf would make can be, in characters without NUL. */
export interface FormattedLength {
  readonly least: number;
  /** Infinite where a text of unknown length goes in. */
  readonly most: number;
  /** The first argument whose text has no limit. */
  readonly unbounded: { readonly expr: Expr; readonly value: Value } | undefined;
  /** Only floating-point numbers of extreme size reach the greatest length. */
  readonly byFloat: boolean;
}

/** The length of a call's output, or undefined where the format is not a literal. */
export function formattedLength(
  facts: Facts,
  call: CallExpr,
  args: readonly Value[],
  format: number,
): FormattedLength | undefined {
  const formatValue = args[format];
  const text = formatValue === undefined ? undefined : facts.pointees(formatValue)[0]?.object.text;
  if (text === undefined) return undefined;
  const { items, literalLength } = conversions(text);
  let least = literalLength;
  let most = literalLength;
  let unbounded: FormattedLength['unbounded'];
  let byFloat = false;
  let next = format + 1;
  for (const item of items) {
    next += item.stars;
    const value = args[next];
    const expr = call.args[next];
    next += 1;
    const width = item.width ?? 0;
    if (item.type === 's') {
      const text = value === undefined ? { least: 0, most: Infinity } : textRange(facts, value);
      const given = item.isPrecisionGiven ? args[next - 2] : undefined;
      const limit =
        given === undefined
          ? (item.precision ?? Number.POSITIVE_INFINITY)
          : precisionOf(facts, given);
      least += Math.max(width, Math.min(limit, text.least));
      most += Math.max(width, Math.min(limit, text.most));
      if (Math.min(limit, text.most) === Number.POSITIVE_INFINITY && value && expr)
        unbounded ??= { expr, value };
      continue;
    }
    byFloat ||= /[fF]/.test(item.type);
    least += Math.max(width, 1);
    most += Math.max(
      width,
      longestNumber(item, value === undefined ? UNKNOWN : facts.range(value)),
    );
  }
  return { least, most, unbounded, byFloat };
}

/** The most that a precision lets through. A negative one counts as none; -1 is mostly one less than the length of no text. */
function precisionOf(facts: Facts, given: Value): number {
  const { lo, hi } = facts.range(given);
  return lo < -1 || hi >= 2 ** 31 - 1 ? Number.POSITIVE_INFINITY : hi;
}
