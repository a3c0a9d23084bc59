import { quote, type RustRule } from './rust-rule.ts';

export const useAfterRelease: RustRule = {
  id: 'use_after_release',
  title: 'Raw pointer used after its memory was released',
  category: 'memory',
  cwe: [416, 415],
  severity: 'high',
  precision: 'high',
  judgesValues: true,
  languages: ['rust'],
  help: 'Once `from_raw` has taken a pointer back, the memory is freed when that owner goes. Reading the pointer again uses freed memory; a second `from_raw` frees it twice.',
  suggestion: 'Take the pointer back exactly once, at the end, and use the owner from then on.',
  examples: {
    bad: [
      `/// # Safety
/// \`item\` comes from \`Box::into_raw\`.
pub unsafe fn finish(item: *mut u32) -> u32 {
    drop(Box::from_raw(item));
    *item // defect
}`,
    ],
    good: [
      `/// # Safety
/// \`item\` comes from \`Box::into_raw\`.
pub unsafe fn finish(item: *mut u32) -> u32 {
    let owner = Box::from_raw(item);
    *owner
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      const { events, fn } = analyzed;
      for (const call of events.calls) {
        if (call.isMethod || !/(?:^|::)from_raw$/.test(call.path)) continue;
        const place = call.arguments[0]?.place ?? '';
        if (place === '' || !sameBlock(call.node, fn.body)) continue;
        const statement = call.node.end;
        if (
          events.assignments.some((one) => one.target.place === place && one.node.start > statement)
        )
          continue;
        const again = analyzed
          .callsWith(place)
          .find(
            (other) =>
              other.node.start > statement &&
              !other.isMethod &&
              /(?:^|::)from_raw$/.test(other.path) &&
              other.arguments[0]?.place === place,
          );
        const read = events.dereferences.find(
          (other) => other.node.start > statement && other.value.place === place,
        );
        const kept = !/^(?:let _ ?=|drop)/.test(
          statementText(facts.file.tree.text, call.node.start),
        );
        if (again !== undefined && sameBlock(again.node, fn.body)) {
          report({
            node: again.node,
            in: analyzed,
            message: `\`${quote(facts, again.node)}\` takes back a pointer that was taken back before.`,
            confidence: 0.85,
            cwe: 415,
            path: [{ node: call.node, message: 'the pointer is taken back here first' }],
          });
        }
        if (read !== undefined && !kept) {
          report({
            node: read.node,
            in: analyzed,
            message: `\`${quote(facts, read.node)}\` reads memory that was released before.`,
            confidence: 0.85,
            path: [{ node: call.node, message: 'the memory is released here' }],
          });
        }
      }
    }
  },
};

interface Nested {
  readonly type: string;
  readonly parent: Nested | undefined;
}

/** Whether a node runs on every path through the function's body. */
function sameBlock(node: Nested, body: Nested): boolean {
  for (let at: Nested | undefined = node; at !== undefined && at !== body; at = at.parent) {
    if (
      /^(?:if|match|for|while|loop|closure)_expression$|^match_arm$|^else_clause$/.test(at.type)
    ) {
      return false;
    }
  }
  return true;
}

function statementText(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf(';', at), text.lastIndexOf('{', at)) + 1;
  return text.slice(start, at).trimStart();
}
