import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import type { LoweringContext } from './lowering-context.ts';
import { macroExpression } from './macro-expansion.ts';
import { opaque } from './opaque.ts';

/** The arguments of a call. A macro whose body is a list, such as `(v)->data, (v)->size`, gives several. */
export function lowerArguments(nodes: readonly SyntaxNode[], context: LoweringContext): Expr[] {
  return nodes.flatMap((node) => {
    if (isEndOfString(node, context)) return opaque(node, context, []);
    const items = listedItems(node, context);
    return separated(context.lower(node), items);
  });
}

/**
 * Whether a string is the end of a longer one: in `"a" WIDTH(40) "b"` the parser does not take the use of
 * a macro for a part of the string.
 */
function isEndOfString(node: SyntaxNode, { source }: LoweringContext): boolean {
  if (node.type !== 'string_literal' && node.type !== 'concatenated_string') return false;
  let before = node.start - 1;
  while (before >= 0 && /\s/.test(source.text.charAt(before))) before -= 1;
  return /[\w")]/.test(source.text.charAt(before));
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
