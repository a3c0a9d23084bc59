import type { AnalysedFunction } from '../../code/rust/state/analysed-function.ts';
import type { RustCall } from '../../code/rust/state/events.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { isBoundedAbove, isInArray, passedLength } from './support/bounds.ts';
import { takesAnything } from './support/exposure.ts';

export const getUncheckedUnbounded: RustRule = {
  id: 'get_unchecked_unbounded',
  title: 'get_unchecked with an index that nothing bounds',
  category: 'bounds',
  cwe: [125, 787, 129],
  severity: 'high',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: '`get_unchecked` skips the bounds check that makes indexing safe. An index outside the slice reads or writes foreign memory with no panic. It is only sound where a check on the same index and the same slice comes first on every path.',
  suggestion:
    'Use `get` or plain indexing; where a measurement demands the unchecked form, check the index right before it.',
  examples: {
    bad: [
      `fn pick(values: &[u8], at: usize) -> u8 {
    // SAFETY: callers pass a valid index.
    unsafe { *values.get_unchecked(at) } // defect
}`,
    ],
    good: [
      `fn pick(values: &[u8], at: usize) -> u8 {
    if at >= values.len() {
        return 0;
    }
    // SAFETY: at is below the length, see above.
    unsafe { *values.get_unchecked(at) }
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (!call.isMethod || !/^get_unchecked(?:_mut)?$/.test(call.name)) continue;
        const [index] = call.arguments;
        if (index === undefined) continue;
        const length = call.receiver?.length;
        const inside =
          (index.number !== undefined && length !== undefined && index.number < length) ||
          isInArray(call.facts, call.receiver, index);
        const bounded = isBoundedAbove(call.facts, index);
        const past = passedLength(call, call.receiver, index);
        const outside =
          past !== undefined ||
          (index.number !== undefined && length !== undefined && index.number >= length);
        if (!outside && (inside || bounded || index.made === '%')) continue;
        if (index.number === 0 && call.facts.has('nonempty', call.receiver?.place ?? '')) continue;
        const reasons = facts.file.comments.reasonsForSafety(call.node);
        report({
          node: call.node,
          in: analyzed,
          message: outside
            ? `\`${quote(facts, call.node)}\` reads past the end: the value has ${past ?? length} elements.`
            : `\`${quote(facts, call.node)}\` skips the bounds check, and no path bounds the index.`,
          // An unsafe function leaves the check to its callers, which its name says.
          confidence: outside ? 0.95 : reasons || isKept(facts, analyzed, call) ? 0.45 : 0.7,
          taint: index.taint,
        });
      }
    }
  },
};

/**
 * Whether other code is to keep the index in bounds: the callers of an unsafe function or of one that only
 * the crate sees, the value itself, from whose field or method it comes, or a function that works it out from
 * what a check bounds.
 */
function isKept(facts: RustFacts, { fn }: AnalysedFunction, call: RustCall): boolean {
  const [index] = call.arguments;
  if (index === undefined) return false;
  const isNamed = (place: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(place);
  const variables = index.from.filter((place) => !isNamed(place));
  if (variables.length > 0 && variables.every((place) => call.facts.has('max', place))) return true;
  // What the function itself takes from outside no other code checks.
  if (index.taint !== undefined && index.taint.kind !== 'parameter') return false;
  const isOwn = [index.place, ...index.from].some((place) => /^self(?:\.|$)/.test(place));
  return isOwn || fn.isUnsafe || !takesAnything(facts, fn);
}
