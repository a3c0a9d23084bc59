import { integerType, pointee } from '../../code/rust/items/types.ts';
import { isWithin, rangeOfInteger } from '../../code/rust/ranges/integer-range.ts';
import type { Cast } from '../../code/rust/state/events.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { rangeAt } from '../../code/rust/state/value-range.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { isProgram } from './support/exposure.ts';

export const asTruncation: RustRule = {
  id: 'as_truncation',
  title: 'Cast that can lose bits or the sign',
  category: 'integer',
  cwe: [197, 681, 195],
  severity: 'medium',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: '`as` never fails: it drops the high bits of a wider number and turns a negative one into a large one. When the number comes from outside and then sizes a buffer or picks an element, the check that used the wide value no longer protects the narrow one.',
  suggestion: 'Use `try_from` or `try_into`, or check the range before the cast.',
  examples: {
    bad: [
      `pub fn frame_length(length: u64) -> u16 {
    length as u16 // defect
}`,
    ],
    good: [
      `pub fn frame_length(length: u64) -> Option<u16> {
    if length > 65535 {
        return None;
    }
    Some(length as u16)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const cast of analyzed.events.casts) {
        const loss = lossOf(cast);
        if (loss === undefined) continue;
        const { taint } = cast.value;
        const outside = isExternalTaint(taint);
        const direct = cast.value.place.startsWith('#');
        const base = outside
          ? 0.72
          : taint?.kind === 'parameter' && direct && isProgram(facts)
            ? 0.56
            : 0.45;
        report({
          node: cast.node,
          in: analyzed,
          message: `\`${quote(facts, cast.node)}\` ${loss.message}, and ${loss.isTooHigh ? 'the check before it lets such numbers pass' : 'no path checks the range'}.`,
          confidence: base - (loss.signOnly ? 0.04 : 0),
          taint: outside ? taint : undefined,
          cwe: loss.signOnly ? 195 : 197,
        });
      }
    }
  },
};

interface Loss {
  readonly message: string;
  readonly signOnly: boolean;
  /** Whether a check lets numbers through that do not fit. */
  readonly isTooHigh: boolean;
}

/** What a cast can lose, unless a check on the way rules it out. */
function lossOf(cast: Cast): Loss | undefined {
  const { value, facts } = cast;
  const from = integerType(pointee(value.type));
  const to = integerType(cast.type);
  if (from === undefined || to === undefined || value.constant || value.number !== undefined)
    return undefined;
  if (
    /^(?:%|&|>>|\.min|\.clamp|\.rem_euclid|cmp::min|\.count_ones|\.leading_zeros|\.trailing_zeros)$/.test(
      value.made,
    )
  ) {
    return undefined;
  }
  const range = rangeAt(facts, value);
  const limits = rangeOfInteger(to);
  if (range !== undefined && isWithin(range, limits)) return undefined;
  const most = facts.get('max', value.place)?.bound;
  // A check against a number that the narrower type does not hold is none.
  const isTooHigh = most !== undefined && most > limits.hi && !isLimit(most);
  const above = facts.has('max', value.place) && !isTooHigh;
  const below = facts.has('min', value.place) || (range !== undefined && range.lo >= 0n);
  const names = `${pointee(value.type)?.name} to ${cast.type.name}`;
  const platform = from.platform || to.platform;
  if (to.bits < from.bits && !(platform && to.bits >= 64)) {
    if (above) return undefined;
    const upTo = isTooHigh ? `, of numbers up to ${most}` : '';
    return { message: `drops the high bits (${names}${upTo})`, signOnly: false, isTooHigh };
  }
  if (from.signed && !to.signed) {
    if (below) return undefined;
    const message = `makes negative numbers large (${names})`;
    return { message, signOnly: true, isTooHigh: false };
  }
  return undefined;
}

/** Whether a bound is that of a type, or beside it: what a comparison with something unknown leaves. */
function isLimit(bound: bigint): boolean {
  return [15, 16, 31, 32, 63, 64, 127, 128].some((bits) => {
    const beside = bound - 2n ** BigInt(bits);
    return beside >= -3n && beside <= 0n;
  });
}
