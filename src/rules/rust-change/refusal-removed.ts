import { subjectsIn } from '../../code/change/rust/checks.ts';
import type { RustChange } from '../../code/change/rust/rust-change.ts';
import type { RustFunction } from '../../code/rust/items/items.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { compact, writtenNodes } from './support/code-in-versions.ts';

/** What leaves a function because of what it was given. */
const REFUSES = /\b(?:return\s+)?(?:Err\s*\(|\w*err\w*\s*\(|\w*reject\w*\s*\(|bail!|None\b)/i;
/** What may refuse the same in another way. */
const DECIDES =
  /^(?:if_expression|match_expression|match_arm|let_condition|let_chain|try_expression|macro_invocation|while_expression)$/;

export const refusalRemoved: RustChangeRule = {
  id: 'refusal_removed',
  title: 'The change accepts what was refused',
  category: 'input',
  cwe: [20, 1284],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change the function gave an error for some values. The test is gone, nothing took its place in the function, and the value is used as before. What comes after it may rely on what was refused: on a length that fits, on text without a separator, or on a name that stays in a folder.',
  suggestion: 'Keep the test, or say what refuses these values before they get here.',
  examples: {
    bad: [
      ` fn residual(block: u16, order: u32) -> Result<u16, Error> {
     let parts = 1u32 << order;
-    if block & (parts - 1) as u16 != 0 {
-        return fmt_err("invalid partition order");
-    }
     Ok(block >> order) // defect
 }`,
      ` fn add(base: &mut PathBuf, part: &str) -> Result<(), Error> {
     if part.starts_with("..") {
         return Err(Error::Parent);
-    } else if part.contains(':') {
-        return Err(Error::Drive);
     }
     base.push(part); // defect
     Ok(())
 }`,
    ],
    good: [
      ` fn residual(block: u16, order: u32) -> Result<u16, Error> {
     let parts = 1u32 << order;
-    if block & (parts - 1) as u16 != 0 {
+    if block % parts as u16 != 0 {
         return fmt_err("invalid partition order");
     }
     Ok(block >> order)
 }`,
      ` fn write(out: &mut Out, text: &str) -> Result<(), Error> {
-    if out.closed {
-        return Err(Error::Closed);
-    }
     log(text);
     Ok(())
 }`,
    ],
  },
  compare(change, report) {
    const { base, head, lines } = change;
    for (const { base: before, head: now } of change.functions) {
      const kept = new Set(refusalsIn(head.tree, now.body).map(({ text }) => text));
      const gone = refusalsIn(base.tree, before.body).filter(({ text }) => !kept.has(text));
      if (gone.length === 0 || decidesAnew(change, now)) continue;
      for (const { node, subjects } of gone) {
        const from = lines.positionInHead(base.tree.location(node).line);
        const use = descendants(now.body).find(
          (one) =>
            one.type === 'identifier' &&
            head.tree.location(one).line >= from &&
            subjects.has(head.tree.textOf(one)),
        );
        if (use === undefined) continue;
        report({
          ...{ span: statementAround(use), in: now, isTest: now.isTest },
          message: `\`${head.tree.textOf(use)}\` is used here for values too that \`${now.name}\` refused before: this change took away \`${base.tree.textOf(node).replaceAll(/\s+/g, ' ').slice(0, 60)}\`.`,
          confidence: 0.6,
        });
        break;
      }
    }
  },
};

interface Refusal {
  /** The condition. */
  readonly node: SyntaxNode;
  readonly text: string;
  readonly subjects: ReadonlySet<string>;
}

/** The conditions under which a function does nothing but leave with an error. */
function refusalsIn(tree: SyntaxTree, body: SyntaxNode): Refusal[] {
  return descendants(body).flatMap((node): Refusal[] => {
    if (node.type !== 'if_expression') return [];
    const [condition, then] = [childOf(node, 'condition'), childOf(node, 'consequence')];
    if (condition === undefined || then === undefined) return [];
    const last = then.children.filter(({ named }) => named).at(-1);
    if (last === undefined || !REFUSES.test(tree.textOf(last))) return [];
    const text = tree.textOf(condition);
    return [{ node: condition, text: compact(tree, condition), subjects: subjectsIn(text) }];
  });
}

/** Whether the change wrote something in a function that may refuse in its place. */
function decidesAnew(change: RustChange, fn: RustFunction): boolean {
  return writtenNodes(change, fn.body).some(({ type }) => DECIDES.test(type));
}

function statementAround(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.parent !== undefined && at.parent.type !== 'block') at = at.parent;
  return at;
}
