import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';

export function withoutCasts(value: SyntaxNode | undefined): SyntaxNode | undefined {
  if (value === undefined || !/^(?:cast|parenthesized)_expression$/.test(value.type)) return value;
  return withoutCasts(childOf(value, 'value') ?? value.children.findLast((child) => child.named));
}

/** Of `list->size` and `(int)(*range).start`: the variable that they are a part of. */
export function rootOf(value: SyntaxNode): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = value;
  while (
    node !== undefined &&
    /^(?:field|pointer|parenthesized|cast)_expression$/.test(node.type)
  ) {
    node =
      childOf(node, 'argument') ??
      childOf(node, 'value') ??
      node.children.findLast((child) => child.named);
  }
  return node;
}

export function isLiteral(node: SyntaxNode | undefined): boolean {
  if (node === undefined) return false;
  if (/^(?:number_literal|char_literal|string_literal|null|true|false)$/.test(node.type))
    return true;
  const inner = node.children.filter((child) => child.named);
  const isWrapped = /^(?:parenthesized|unary|cast)_expression$/.test(node.type);
  return isWrapped && isLiteral(inner.at(-1));
}

/** Whether a name is that of a constant, by the custom of C. */
export function isConstantName(name: string): boolean {
  return /^[A-Z_][A-Z0-9_]*$/.test(name);
}
