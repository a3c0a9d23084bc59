import { childOf, childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import type { FunctionLowering } from './function-lowering.ts';
import { lowerDeclaration } from './lower-declaration.ts';

/** The condition of an `if`, a loop or a switch; it may declare the variable that it tests. */
export function lowerCondition(
  node: SyntaxNode | undefined,
  fn: FunctionLowering,
): Expr | undefined {
  if (node === undefined) return undefined;
  const init = childOf(node, 'initializer');
  if (init !== undefined) fn.statement(init);
  const inner = bracketed(node, init);
  if (inner?.type !== 'declaration') return inner && fn.context.lower(inner);
  lowerDeclaration(inner, fn);
  const declarator = childrenOf(inner, 'declarator')[0];
  const name = declarator === undefined ? undefined : nameNode(declarator);
  return name && fn.context.lower(name);
}

function bracketed(node: SyntaxNode, init: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node.type !== 'parenthesized_expression' && node.type !== 'condition_clause') return node;
  return childOf(node, 'value') ?? node.children.find((child) => child.named && child !== init);
}

function nameNode(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'identifier') return node;
  for (const child of node.children) {
    const found = child.field === 'value' ? undefined : nameNode(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
