import { childOf, type SyntaxNode, type SyntaxTree } from '../../../code/syntax/syntax.ts';

/** What a call calls, as written, without generic arguments; empty for anything but a call. */
export function calleeOf(tree: SyntaxTree, node: SyntaxNode): string {
  const callee = node.type === 'call_expression' ? childOf(node, 'function') : undefined;
  return callee === undefined ? '' : tree.textOf(callee).replaceAll(/::<[^>]*>/g, '');
}

/** The last name of `std::ptr::read` or of `self.items.get`. */
export function lastName(callee: string): string {
  return callee.slice(Math.max(callee.lastIndexOf('.'), callee.lastIndexOf(':')) + 1).trim();
}

/** What a call is given. */
export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  return (childOf(call, 'arguments')?.children ?? []).filter(({ named }) => named);
}
