import type { RustCall } from '../../code/rust/state/events.ts';
import type { RustFacts } from '../../code/rust/transfer/analyse-file.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import { quote, type RustRule } from './rust-rule.ts';
import { isBoundedAbove } from './support/bounds.ts';
import { isExposed } from './support/exposure.ts';

export const sliceFromRawParts: RustRule = {
  id: 'slice_from_raw_parts',
  title: 'Slice made from an unchecked pointer and length',
  category: 'bounds',
  cwe: [125, 787, 476],
  severity: 'high',
  precision: 'medium',
  judgesValues: true,
  languages: ['rust'],
  help: '`slice::from_raw_parts` believes both the pointer and the length. A null pointer is undefined behaviour even for length zero, and a length that the other side got wrong reads or writes past the allocation.',
  suggestion:
    'Check the pointer for null and the length against what was allocated before making the slice.',
  examples: {
    bad: [
      `pub unsafe fn view<'a>(data: *const u8, len: usize) -> &'a [u8] {
    std::slice::from_raw_parts(data, len) // defect
}`,
      `pub fn bytes(flags: &Flags) -> &[u8] {
    // SAFETY: a number has as many bytes.
    unsafe { std::slice::from_raw_parts(&flags.bits() as *const u64 as *const u8, 8) } // defect
}`,
    ],
    good: [
      `/// # Safety
/// \`data\` points to at least \`len\` bytes that live as long as the result.
pub unsafe fn view<'a>(data: *const u8, len: usize) -> Option<&'a [u8]> {
    if data.is_null() || len > 4096 {
        return None;
    }
    Some(std::slice::from_raw_parts(data, len))
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events, fn } = analyzed;
      for (const call of events.calls) {
        if (call.isMethod || !/^from_raw_parts(?:_mut)?$/.test(call.name)) continue;
        // Types of the project may have a function of that name.
        if (!/^(?:slice|Vec|String|str|)$/.test(call.path.split('::').at(-2) ?? '')) continue;
        const [pointer, length] = call.arguments;
        if (pointer === undefined || length === undefined) continue;
        if (/^\.as_(?:mut_)?ptr$/.test(pointer.made) && /len\(\)$/.test(length.place)) continue;
        if (isOfTemporary(facts, call)) {
          report({
            node: call.node,
            in: analyzed,
            message: `\`${quote(facts, call.node)}\` points to a value that is gone at the end of the statement.`,
            confidence: 0.8,
            cwe: 825,
          });
          continue;
        }
        const isParameter = analyzed.bindingAt(pointer.place)?.isParameter === true;
        const checked = call.facts.has('nonnull', pointer.place);
        const promised = fn.isUnsafe && facts.file.comments.reasonsForSafety(fn.node);
        const reasons = promised || facts.file.comments.reasonsForSafety(call.node);
        const bounded = length.constant || isBoundedAbove(call.facts, length);
        if (checked && (bounded || reasons)) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` believes the pointer and the length; ${checked ? 'the length is not checked' : 'no path checks the pointer for null'}.`,
          // An unsafe function that says what callers must keep has done its part.
          confidence:
            promised && isParameter
              ? 0.45
              : (isParameter && !checked && isExposed(fn) ? 0.65 : 0.44) - (reasons ? 0.12 : 0),
          taint: length.taint?.kind === 'parameter' ? undefined : length.taint,
        });
      }
    }
  },
};

/** Whether a slice that a function gives back is over the result of a call: `&self.bits() as *const _`. */
function isOfTemporary(facts: RustFacts, call: RustCall): boolean {
  const [pointer] = call.argumentNodes;
  if (pointer === undefined) return false;
  const text = facts.file.tree.textOf(pointer).replaceAll(/\s+/g, ' ');
  if (!/^\(*&\s*[\w.:]+\(\)\s+as\s+\*/.test(text)) return false;
  let at: SyntaxNode = call.node;
  while (
    at.parent !== undefined &&
    /^(?:block|unsafe_block|expression_statement)$/.test(at.parent.type)
  ) {
    if (at.parent.children.at(-1) !== at) return false;
    at = at.parent;
  }
  return at.parent?.type === 'function_item';
}
