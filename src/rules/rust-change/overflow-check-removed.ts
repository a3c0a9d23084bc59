import type { RustFunction } from '../../code/rust/items/items.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { calleeOf } from './support/callee.ts';
import { compact, fewer, placeIn, writtenNodes } from './support/code-in-versions.ts';

const CHECKED = /^([\s\S]+)\.\s*(?:checked|saturating)_(add|sub|mul|shl)$/;
const IN_MACRO = /([\w.]+)\.(?:checked|saturating)_(add|sub|mul|shl)\(/g;
const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['<<', 'shl'],
]);

/** A call whose name says that it gives a bounded number. */
const BOUNDED = /\b(?:\w+_)?(?:safe|min|clamp|bounded|limited|capped|saturat\w*)(?:_\w+)?\s*\(/;

export const overflowCheckRemoved: RustChangeRule = {
  id: 'overflow_check_removed',
  title: 'The change computes without a check for overflow',
  category: 'integer',
  cwe: [190, 191],
  severity: 'high',
  precision: 'medium',
  languages: ['rust'],
  help: 'Before the change this was computed with `checked_add` or one of its kind, and an overflow was an error. A plain operator panics in a debug build and wraps in a release build. Where input chooses the operands, the one ends the program and the other gives a length or a time that is far too small.',
  suggestion: 'Keep the checked operation, or show what bounds the operands.',
  examples: {
    bad: [
      ` pub fn room(items: usize, size: usize) -> Option<usize> {
-    items.checked_mul(size)
+    Some(items * size) // defect
 }`,
      ` fn enter(&mut self) -> Result<(), Error> {
-    self.level = self
-        .level
-        .checked_add(1)
-        .ok_or(Error::Limit)?;
+    self.level += 1; // defect
     Ok(())
 }`,
    ],
    good: [
      ` pub fn room(items: usize, size: usize) -> Option<usize> {
-    items.checked_mul(size)
+    items.checked_mul(size).filter(|room| *room < LIMIT)
 }`,
      ` pub fn next(at: usize) -> usize {
-    at.saturating_add(1)
+    at.wrapping_add(1)
 }`,
    ],
  },
  compare(change, report) {
    const { base, head } = change;
    const gone = new Set(fewer(checkedIn(base.tree), checkedIn(head.tree)));
    if (gone.size === 0) return;
    const told = new Set<RustFunction | undefined>();
    for (const node of writtenNodes(change, head.tree.root)) {
      const key = plainOperation(head.tree, node);
      if (key === undefined || !gone.has(key)) continue;
      const place = placeIn(change, node);
      if (told.has(place.in)) continue;
      told.add(place.in);
      report({
        ...{ span: node, ...place },
        message: `An overflow is not looked for here any longer: this change took away \`checked_${key.slice(key.lastIndexOf(' ') + 1)}\` or its like.`,
        confidence: 0.7,
      });
    }
  },
};

/** Each checked operation, as `receiver operation`, also in the arguments of macros. */
function checkedIn(tree: SyntaxTree): string[] {
  return descendants(tree.root).flatMap((node) => {
    if (node.type === 'macro_invocation')
      return [...compact(tree, node).matchAll(IN_MACRO)].map(
        ([, receiver = '', operation = '']) => `${bare(receiver)} ${operation}`,
      );
    const [, receiver, operation] = CHECKED.exec(calleeOf(tree, node)) ?? [];
    return receiver === undefined ? [] : [`${bare(receiver.replaceAll(/\s+/g, ''))} ${operation}`];
  });
}

/** The same key for `a + b` and `a += b`. */
function plainOperation(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  if (node.type !== 'binary_expression' && node.type !== 'compound_assignment_expr')
    return undefined;
  const [left, operator] = [childOf(node, 'left'), childOf(node, 'operator')];
  if (left === undefined || operator === undefined) return undefined;
  // `now + safe_delay(after)`: what bounds the operand has another name.
  const right = childOf(node, 'right');
  if (right !== undefined && BOUNDED.test(tree.textOf(right))) return undefined;
  const operation = OPERATIONS.get(tree.textOf(operator).replace(/=$/, ''));
  return operation && `${bare(compact(tree, left))} ${operation}`;
}

/** `*size` and `(size)` are `size`. */
function bare(text: string): string {
  return text.replace(/^[*(&]+/, '').replace(/\)$/, '');
}
