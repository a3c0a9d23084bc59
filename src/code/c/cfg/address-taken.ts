import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';
import type { LoweredFunction } from '../ir/ast.ts';

/**
 * The functions of a file whose names stand anywhere but in a call: they may be
 * called from anywhere. Read from the syntax tree, since lambdas and the lists of
 * constructors, which are not lowered, name functions too.
 */
export function addressTaken(tree: SyntaxTree, functions: readonly LoweredFunction[]): Set<string> {
  const taken = new Set<string>();
  const names = new Set(functions.map((fn) => fn.name));
  const visit = (node: SyntaxNode): void => {
    const isCall = node.type === 'call_expression';
    for (const child of node.children) {
      if (child.field === 'declarator' && child.type !== 'init_declarator') continue;
      if (child.type === 'identifier') {
        if (isCall && child.field === 'function') continue;
        const name = tree.textOf(child);
        if (names.has(name)) taken.add(name);
      } else if (child.children.length > 0) visit(child);
    }
  };
  visit(tree.root);
  return taken;
}
