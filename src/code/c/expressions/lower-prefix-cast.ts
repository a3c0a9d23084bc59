import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr, Span } from '../ir/ast.ts';
import { standardConstant } from '../ir/standard-names.ts';
import { type CType, isPointerLike, namedType, promoted } from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';
import { lowerField } from './opaque.ts';
import { addressOf, binary, contentOf } from './operations.ts';

/**
 * The cast in `(name)&x`, `(name)*p` and `(name)-1`, which the grammar reads as operations of two
 * operands where nothing tells it that the name is a type's. Undefined for what is no cast.
 */
export function lowerPrefixCast(
  node: SyntaxNode,
  op: string,
  context: LoweringContext,
): Expr | undefined {
  const right = childOf(node, 'right');
  if (right === undefined || !/^[-+*&]$/.test(op)) return undefined;
  const name = nameInBrackets(childOf(node, 'left'), context);
  if (name === undefined) return undefined;
  const type = namedType(name, context.symbols.dataModel) ?? context.symbols.typedef(name);
  if (type === undefined) {
    // In C++ a name that is not found may be a member's.
    if (context.hasMethods || isConstant(name, context)) return undefined;
    // `(count) - 1` is mostly what it looks like: only the name tells `(iconv_t)-1` from it.
    if ((op === '-' || op === '+') && !name.endsWith('_t')) return undefined;
    // A pointer is no factor; an unknown name in brackets before `&` is hardly ever a constant.
    if (op === '*' && !isPointerLike(context.lower(firstOperand(right)).type)) return undefined;
  }
  const { start } = context.span(node);
  return castOfFirst(op, type ?? { kind: 'unknown', name }, right, start, context);
}

/** The name in `(name)`, unless it is that of a variable or of a macro's parameter. */
function nameInBrackets(
  node: SyntaxNode | undefined,
  context: LoweringContext,
): string | undefined {
  if (node?.type !== 'parenthesized_expression') return undefined;
  const [inner, ...others] = node.children.filter((child) => child.named);
  if (inner?.type !== 'identifier' || others.length > 0) return undefined;
  const name = context.textOf(inner);
  return context.source.args.has(name) || context.lookup(name) !== undefined ? undefined : name;
}

function isConstant(name: string, { symbols }: LoweringContext): boolean {
  return (
    standardConstant(name) !== undefined ||
    symbols.enumerator(name) !== undefined ||
    symbols.function(name) !== undefined ||
    symbols.macrosNamed(name).length > 0
  );
}

function firstOperand(node: SyntaxNode): SyntaxNode {
  const left = node.type === 'binary_expression' ? childOf(node, 'left') : undefined;
  return left === undefined ? node : firstOperand(left);
}

/** The cast of the first operand of what stands behind it: `(T) & (x + 1)` is `(T)&x + 1`. */
function castOfFirst(
  op: string,
  type: CType,
  node: SyntaxNode,
  start: number,
  context: LoweringContext,
): Expr {
  const left = node.type === 'binary_expression' ? childOf(node, 'left') : undefined;
  if (left !== undefined) {
    const first = castOfFirst(op, type, left, start, context);
    return binary(
      node,
      context.operatorOf(node) ?? ',',
      first,
      lowerField(node, 'right', context),
      context,
    );
  }
  const span = { start, end: context.span(node).end };
  return {
    kind: 'cast',
    style: 'c',
    operand: prefixed(op, context.lower(node), span),
    type,
    ...span,
  };
}

function prefixed(op: string, operand: Expr, span: Span): Expr {
  if (op === '&') return addressOf(operand, span);
  if (op === '*') return contentOf(operand, span);
  return {
    kind: 'unary',
    op: op === '-' ? '-' : '+',
    operand,
    type: promoted(operand.type),
    ...span,
  };
}
