import { childOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { expressionsIn } from '../ir/walk.ts';
import type { LoweringContext } from './lowering-context.ts';

/**
 * The sizes of arrays in a type that something has to be called for: GNU C works them out where it comes
 * by, in records and casts too.
 */
export function calledSizes(type: SyntaxNode, context: LoweringContext): Expr[] {
  return descendants(type).flatMap((node) => {
    const size = /^(?:abstract_)?array_declarator$/.test(node.type)
      ? childOf(node, 'size')
      : undefined;
    const count = size && context.lower(size);
    return count !== undefined && expressionsIn(count).some(({ kind }) => kind === 'call')
      ? [count]
      : [];
  });
}
