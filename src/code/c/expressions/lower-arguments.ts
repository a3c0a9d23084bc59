import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import type { LoweringContext } from './lowering-context.ts';
import { macroExpression } from './macro-expansion.ts';

/** The arguments of a call. A macro whose body is a list, such as `(v)->data, (v)->size`, gives several. */
export function lowerArguments(nodes: readonly SyntaxNode[], context: LoweringContext): Expr[] {
  return nodes.flatMap((node) => {
    const items = listedItems(node, context);
    return separated(context.lower(node), items);
  });
}

/** How many items the macro lists that an argument uses; 1 for any other argument. */
function listedItems(node: SyntaxNode, context: LoweringContext): number {
  const named = node.type === 'call_expression' ? childOf(node, 'function') : node;
  if (named?.type !== 'identifier') return 1;
  const name = context.textOf(named);
  if (context.source.args.has(name)) return 1;
  const macro = context.macro(name, named);
  if (macro === undefined || !macro.body.includes(',')) return 1;
  let items = 1;
  let list = macroExpression(macro, context)?.children.find(({ named }) => named);
  for (; list?.type === 'comma_expression'; items += 1) list = childOf(list, 'right');
  return items;
}

/** The operands of a chain of comma operators. */
function separated(expr: Expr, items: number): Expr[] {
  if (items < 2 || expr.kind !== 'binary' || expr.op !== ',') return [expr];
  return [expr.left, ...separated(expr.right, items - 1)];
}
