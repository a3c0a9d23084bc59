import { childOf, descendants, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';

/** The functions of a Rust file with the names they call, for a review of what a change affects. */
export function rustOutline(
  tree: SyntaxTree,
): { name: string; line: number; endLine: number; calls: string[] }[] {
  const functions: { name: string; line: number; endLine: number; calls: string[] }[] = [];
  for (const node of descendants(tree.root)) {
    const name = node.type === 'function_item' ? childOf(node, 'name') : undefined;
    if (name === undefined) continue;
    const { line, endLine } = tree.location(node);
    functions.push({ name: tree.textOf(name), line, endLine, calls: callsIn(tree, node) });
  }
  return functions;
}

function callsIn(tree: SyntaxTree, fn: SyntaxNode): string[] {
  const names = new Set<string>();
  for (const node of descendants(fn)) {
    const callee = node.type === 'call_expression' ? childOf(node, 'function') : undefined;
    if (callee === undefined) continue;
    const last = childOf(callee, 'name') ?? childOf(callee, 'field') ?? callee;
    const name = tree.textOf(last);
    if (/^\w+$/.test(name)) names.add(name);
  }
  return [...names].sort();
}
