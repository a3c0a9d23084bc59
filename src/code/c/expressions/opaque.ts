import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { UNKNOWN } from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';

/** An expression of which only the parts are understood: those given, or else those of the node. */
export function opaque(
  node: SyntaxNode,
  context: LoweringContext,
  parts: readonly Expr[] = partsInside(node, context),
): Expr {
  const { start, end } = context.span(node);
  return { kind: 'opaque', parts, type: UNKNOWN, start, end };
}

function partsInside(node: SyntaxNode, context: LoweringContext): Expr[] {
  return node.children
    .filter((child) => /expression|identifier|literal|compound_statement/.test(child.type))
    .map((child) => context.lower(child));
}

/** What stands inside brackets. */
export function lowerInner(node: SyntaxNode, context: LoweringContext): Expr {
  const inner = childOf(node, 'value') ?? node.children.find((child) => child.named);
  return inner === undefined ? opaque(node, context) : context.lower(inner);
}

/** The child in a role, or where the text lacks it something opaque. */
export function lowerField(node: SyntaxNode, field: string, context: LoweringContext): Expr {
  const child = childOf(node, field);
  return child === undefined ? opaque(node, context, []) : context.lower(child);
}
