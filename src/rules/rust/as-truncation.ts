import { integerType, pointee } from '../../code/rust/items/types.ts';
import type { Cast } from '../../code/rust/state/events.ts';
import { isExternalTaint } from '../../code/rust/state/taint.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { isProgram } from './support/exposure.ts';

export const asTruncation: RustRule = {
  id: 'as_truncation',
  title: 'Cast that can lose bits or the sign',
  category: 'integer',
  cwe: [197, 681, 195],
  severity: 'medium',
  precision: 'medium',
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
          message: `\`${quote(facts, cast.node)}\` ${loss.message}, and no path checks the range.`,
          confidence: base - (loss.signOnly ? 0.04 : 0),
          taint: outside ? taint : undefined,
          cwe: loss.signOnly ? 195 : 197,
        });
      }
    }
  },
};

/** What a cast can lose, unless a check on the way rules it out. */
function lossOf(cast: Cast): { message: string; signOnly: boolean } | undefined {
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
  const above = facts.has('max', value.place);
  const below = facts.has('min', value.place);
  const names = `${pointee(value.type)?.name} to ${cast.type.name}`;
  const platform = from.platform || to.platform;
  if (to.bits < from.bits && !(platform && to.bits >= 64)) {
    if (above) return undefined;
    return { message: `drops the high bits (${names})`, signOnly: false };
  }
  if (from.signed && !to.signed) {
    if (below) return undefined;
    return { message: `makes negative numbers large (${names})`, signOnly: true };
  }
  return undefined;
}
