import type { RustChange } from '../../../code/change/rust/rust-change.ts';
import type { RustFunction } from '../../../code/rust/items/items.ts';
import { descendants, type SyntaxNode, type SyntaxTree } from '../../../code/syntax/syntax.ts';

/** The text of a node without white space, by which code of two versions is compared. */
export function compact(tree: SyntaxTree, node: { start: number; end: number }): string {
  return tree.text.slice(node.start, node.end).replaceAll(/\s+/g, '');
}

/** How often each key stands in some code. */
export function counted(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The keys that base has more often than head. */
export function fewer(base: Iterable<string>, head: Iterable<string>): string[] {
  const left = counted(head);
  return [...counted(base)].flatMap(([key, count]) => (count > (left.get(key) ?? 0) ? [key] : []));
}

/** The nodes of head that begin on a line which the change wrote. */
export function writtenNodes(
  { head, lines }: Pick<RustChange, 'head' | 'lines'>,
  within: SyntaxNode,
): SyntaxNode[] {
  return descendants(within).filter(
    (node) => lines.inBase(head.tree.location(node).line) === undefined,
  );
}

/** Where a hit at a node of head stands: the function, where it is in one, and whether that is a test. */
export function placeIn(
  { head }: Pick<RustChange, 'head'>,
  node: SyntaxNode,
): { readonly in?: RustFunction; readonly isTest: boolean } {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) {
    const fn = head.functions.find((one) => one.node === at);
    if (fn !== undefined) return { in: fn, isTest: fn.isTest };
  }
  return { isTest: false };
}
