import type { DeclaredItem } from './declared-items.ts';

/**
 * The texts of functions, and of all of a crate that have a name of those that these call, and so on: also some that they
 * cannot reach. What operators and loops call without a name is not among them.
 */
export function reachedTexts(
  own: readonly DeclaredItem[],
  items: readonly DeclaredItem[],
): string[] {
  const seen = new Set(own);
  for (const { tree, node } of seen) {
    const names = new Set(tree.textOf(node).match(/\w+(?=\s*\()/g));
    for (const item of items) if (item.kind === 'function' && names.has(item.name)) seen.add(item);
  }
  return [...seen].map(({ tree, node }) => tree.textOf(node));
}
