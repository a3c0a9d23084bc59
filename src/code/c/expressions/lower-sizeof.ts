import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { type CType, sizeType, UNKNOWN } from '../ir/types.ts';
import { typeOfSpecifier } from './declarators.ts';
import { describedType } from './lower-cast.ts';
import type { LoweringContext } from './lowering-context.ts';
import { opaque } from './opaque.ts';
import { calledSizes } from './sizes-in-types.ts';

/** `sizeof(T)` or `sizeof x`; the size is known where the file defines the type. */
export function lowerSizeof(node: SyntaxNode, context: LoweringContext): Expr {
  const { of, operand } = sizeofOperand(node, context);
  const counted = calledSizes(node, context);
  const type = sizeType(context.symbols.dataModel);
  if (counted.length > 0) return { ...opaque(node, context, counted), type };
  const size = context.symbols.sizeOf(of);
  const { start, end } = context.span(node);
  return { kind: 'sizeof', size, operand, of, type, start, end };
}

function sizeofOperand(
  node: SyntaxNode,
  context: LoweringContext,
): { of: CType; operand: Expr | undefined } {
  const typeNode = childOf(node, 'type');
  if (typeNode !== undefined) return { of: describedType(typeNode, context), operand: undefined };
  const value = childOf(node, 'value');
  if (value === undefined) return { of: UNKNOWN, operand: undefined };
  const named = typeNamedBy(value, context);
  if (named !== undefined && named !== UNKNOWN) return { of: named, operand: undefined };
  const operand = context.lower(value);
  return { of: operand.type, operand };
}

/** `sizeof(T)` parses as an expression where T is a typedef or a macro's argument. */
function typeNamedBy(node: SyntaxNode, context: LoweringContext): CType | undefined {
  const inner =
    node.type === 'parenthesized_expression' ? node.children.find((child) => child.named) : node;
  if (inner?.type !== 'identifier') return undefined;
  const name = context.textOf(inner);
  const argument = context.source.args.get(name);
  if (argument !== undefined) {
    return context.withSource(argument.source, () =>
      argument.node.type === 'type_descriptor'
        ? describedType(argument.node, context)
        : typeNamedBy(argument.node, context),
    );
  }
  if (context.lookup(name) !== undefined) return undefined;
  const type = typeOfSpecifier(inner, context);
  return type.kind === 'unknown' ? undefined : type;
}

/** `offsetof(T, member)` is a size that is not worked out. */
export function lowerOffsetof(node: SyntaxNode, context: LoweringContext): Expr {
  context.touch(node);
  const { start, end } = context.span(node);
  const type = sizeType(context.symbols.dataModel);
  return {
    kind: 'sizeof',
    size: undefined,
    operand: undefined,
    of: type,
    type,
    start,
    end,
  };
}
