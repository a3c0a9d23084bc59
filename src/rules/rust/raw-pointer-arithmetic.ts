import { quote, type RustRule } from './rust-rule.ts';
import { isBoundedAbove } from './support/bounds.ts';
import { takesAnything } from './support/exposure.ts';

export const rawPointerArithmetic: RustRule = {
  id: 'raw_pointer_arithmetic',
  title: 'Raw pointer moved by an unchecked offset',
  category: 'bounds',
  cwe: [823, 787],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: "`add`, `sub` and `offset` must stay inside the allocation the pointer came from: leaving it is undefined behaviour even before anything is read. An offset that comes from outside and is not compared with the length makes the place a caller's choice.",
  suggestion: 'Index a slice, or compare the offset with the length before moving the pointer.',
  examples: {
    bad: [
      `pub unsafe fn byte(base: *const u8, at: usize) -> u8 {
    base.add(at).read() // defect
}`,
    ],
    good: [
      `pub fn byte(base: &[u8], at: usize) -> Option<u8> {
    base.get(at).copied()
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        if (!/^(?:add|sub|offset|byte_add|wrapping_add)$/.test(call.name)) continue;
        if (call.receiver?.type?.kind !== 'pointer' || call.name === 'wrapping_add') continue;
        const [offset] = call.arguments;
        if (offset === undefined || offset.constant || isBoundedAbove(call.facts, offset)) continue;
        const reasons = facts.file.comments.reasonsForSafety(call.node);
        const chosen = offset.taint !== undefined;
        if (reasons && !chosen) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` moves a raw pointer by an offset that no path compares with a length.`,
          confidence:
            (chosen && takesAnything(facts, analyzed.fn) ? 0.6 : 0.45) - (reasons ? 0.1 : 0),
        });
      }
    }
  },
};
