import { childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { UNKNOWN } from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';
import { opaque } from './opaque.ts';

/** `asm("…" : "=r"(a) : "r"(b))`: reads what its inputs are, and gives its outputs unknown values. */
export function lowerAssembler(node: SyntaxNode, context: LoweringContext): Expr {
  const parts = node.children.flatMap((list) => {
    const isOutput = list.type === 'gnu_asm_output_operand_list';
    return childrenOf(list, 'operand').flatMap((operand) => {
      for (const child of operand.children) if (child.field !== 'value') context.touch(child);
      return childrenOf(operand, 'value').map((value) => {
        const lowered = context.lower(value);
        return isOutput ? written(lowered, node, context) : lowered;
      });
    });
  });
  for (const child of node.children) if (!/operand_list$/.test(child.type)) context.touch(child);
  return opaque(node, context, parts);
}

function written(target: Expr, node: SyntaxNode, context: LoweringContext): Expr {
  const { start, end } = context.span(node);
  const value = opaque(node, context, []);
  if (!/^(?:name|member|index|deref)$/.test(target.kind)) return target;
  return { kind: 'assign', op: '=', target, value, type: UNKNOWN, start, end };
}
