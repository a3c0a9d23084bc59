import { descendants, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { argumentsOf, calleeOf } from './support/callee.ts';
import { compact, fewer, placeIn, writtenNodes } from './support/code-in-versions.ts';

const GET = /^([\s\S]+)\.\s*get(?:_mut)?$/;

export const checkedAccessRemoved: RustChangeRule = {
  id: 'checked_access_removed',
  title: 'The change panics where it gave an error',
  category: 'bounds',
  cwe: [129, 248],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change `get` was asked, and its `None` was handled. Indexing panics when there is no such element, and for text also when a boundary falls inside of a character. Where input decides how long the value is, one message ends the thread.',
  suggestion: 'Keep `get`, or check the length first.',
  examples: {
    bad: [
      ` pub fn year(text: &str) -> Option<&str> {
-    let year = text.get(0..2)?;
+    let year = &text[0..2]; // defect
     Some(year)
 }`,
    ],
    good: [
      ` pub fn year(text: &str) -> Option<&str> {
-    let year = text.get(0..2)?;
+    let year = text.get(0..4)?;
     Some(year)
 }`,
      ` pub fn first(list: &[u8; 4]) -> u8 {
-    list.get(0).copied().unwrap_or(0)
+    list[1]
 }`,
    ],
  },
  compare(change, report) {
    const { base, head } = change;
    const gone = new Set(fewer(accessesIn(base.tree), accessesIn(head.tree)));
    if (gone.size === 0) return;
    for (const node of writtenNodes(change, head.tree.root)) {
      const [list, index] =
        node.type === 'index_expression' ? node.children.filter(({ named }) => named) : [];
      if (list === undefined || index === undefined) continue;
      const key = `${compact(head.tree, list)} ${compact(head.tree, index)}`;
      if (!gone.delete(key)) continue;
      report({
        ...{ span: node, ...placeIn(change, node) },
        message: `\`${head.tree.textOf(node).slice(0, 60)}\` panics where there is no such element: before the change \`get\` was asked.`,
        confidence: 0.65,
      });
    }
  },
};

/** Each `list.get(index)`, as `list index`. */
function accessesIn(tree: SyntaxTree): string[] {
  return descendants(tree.root).flatMap((node) => {
    const [, list] = GET.exec(calleeOf(tree, node)) ?? [];
    const args = argumentsOf(node);
    const [index] = args;
    return list === undefined || index === undefined || args.length > 1
      ? []
      : [`${list.replaceAll(/\s+/g, '')} ${compact(tree, index)}`];
  });
}
