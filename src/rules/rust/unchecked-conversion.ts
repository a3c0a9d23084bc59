import { contains, type IntegerRange } from '../../code/rust/ranges/integer-range.ts';
import { rangeAt } from '../../code/rust/state/value-range.ts';
import { quote, type RustRule } from './rust-rule.ts';

const CONVERSIONS =
  /^(?:from_utf8_unchecked(?:_mut)?|unwrap_unchecked|from_u32_unchecked|unreachable_unchecked|new_unchecked|from_bytes_with_nul_unchecked|downcast_unchecked)$/;

export const uncheckedConversion: RustRule = {
  id: 'unchecked_conversion',
  title: 'Unchecked conversion of a value that may not fit',
  category: 'unsafe_rust',
  cwe: [20, 758],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: 'The `_unchecked` forms skip the test that makes the conversion safe: text that is not UTF-8, an absent value, a zero in a `NonZero`. If the test would have failed, the program is undefined from there on.',
  suggestion: 'Use the checked form and handle its error.',
  examples: {
    bad: [
      `fn text(bytes: &[u8]) -> &str {
    unsafe { std::str::from_utf8_unchecked(bytes) } // defect
}`,
    ],
    good: [
      `fn text(bytes: &[u8]) -> Result<&str, std::str::Utf8Error> {
    std::str::from_utf8(bytes)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (!CONVERSIONS.test(call.name)) continue;
        const value = call.receiver ?? call.arguments[0];
        if (value?.constant === true) continue;
        const place = value?.place ?? '';
        if (call.facts.has('present', place) || call.facts.has('nonzero', place)) continue;
        if (value !== undefined && isConvertible(call.name, rangeAt(call.facts, value))) continue;
        if (!call.inUnsafe || call.facts.has('max', place) || call.facts.has('valid', place))
          continue;
        if (
          call.name === 'new_unchecked' &&
          (value?.taint === undefined || call.path.includes('Pin'))
        ) {
          continue;
        }
        const isText = /utf8/.test(call.name);
        const reasons = facts.file.comments.reasonsForSafety(call.node);
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` skips a check, and nothing before it shows that the check would pass.`,
          confidence:
            reasons || analyzed.fn.isUnsafe || /^self(?:\.|$)/.test(place)
              ? 0.45
              : value?.taint !== undefined
                ? 0.65
                : isText
                  ? 0.55
                  : 0.45,
          taint: value?.taint,
        });
      }
    }
  },
};

/** Whether a number can only be one that the unchecked form may be given. */
function isConvertible(name: string, range: IntegerRange | undefined): boolean {
  if (range === undefined) return false;
  // Characters begin at 0, and the surrogates at 0xd800 are none.
  if (name === 'from_u32_unchecked') return range.lo >= 0n && range.hi < 0xd800n;
  return name === 'new_unchecked' && !contains(range, 0n);
}
