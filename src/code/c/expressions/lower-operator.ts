import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { arithmeticType, type CType, isPointerLike, promoted } from '../ir/types.ts';
import { lowerPrefixCast } from './lower-prefix-cast.ts';
import type { LoweringContext } from './lowering-context.ts';
import { lowerMisreadCast } from './misread-cast.ts';
import { lowerField, opaque } from './opaque.ts';
import { addressOf, binary, contentOf, negation } from './operations.ts';

/** `-a`, `!a`, `~a`, and `not a` */
export function lowerUnary(node: SyntaxNode, context: LoweringContext): Expr {
  const text = context.operatorOf(node) ?? '!';
  const op = text === 'not' ? '!' : text;
  const operand = lowerField(node, 'argument', context);
  if (op !== '-' && op !== '+' && op !== '!' && op !== '~') return opaque(node, context, [operand]);
  const { start, end } = context.span(node);
  if (op === '!') return negation(operand, { start, end });
  const type = promoted(operand.type);
  return { kind: 'unary', op, operand, type, start, end };
}

/** `*p` and `&x`; each undoes the other. */
export function lowerPointer(node: SyntaxNode, context: LoweringContext): Expr {
  const operand = lowerField(node, 'argument', context);
  const { start, end } = context.span(node);
  const isAddress = context.operatorOf(node) === '&';
  return isAddress ? addressOf(operand, { start, end }) : contentOf(operand, { start, end });
}

/** `i++` and `--i` */
export function lowerUpdate(node: SyntaxNode, context: LoweringContext): Expr {
  const operator = childOf(node, 'operator');
  const argument = childOf(node, 'argument');
  const operand = lowerField(node, 'argument', context);
  const prefix =
    operator !== undefined && argument !== undefined && operator.start < argument.start;
  const op = context.operatorOf(node) === '--' ? '--' : '++';
  const { start, end } = context.span(node);
  return { kind: 'incdec', op, prefix, operand, type: operand.type, start, end };
}

/** `a + b`, `a && b`, `a, b` */
export function lowerBinary(node: SyntaxNode, context: LoweringContext): Expr {
  const text = context.operatorOf(node) ?? ',';
  const op = text === 'and' ? '&&' : text === 'or' ? '||' : text;
  return (
    lowerMisreadCast(node, context) ??
    lowerPrefixCast(node, op, context) ??
    binary(node, op, lowerField(node, 'left', context), lowerField(node, 'right', context), context)
  );
}

/** `a = b` and `a += b` */
export function lowerAssignment(node: SyntaxNode, context: LoweringContext): Expr {
  const op = context.operatorOf(node) ?? '=';
  const left = childOf(node, 'left');
  // `at < end && n >= 0` may read as the template `at<end && n>`, to which something is assigned.
  if (op === '=' && left !== undefined && />\s*$/.test(context.textOf(left)))
    return opaque(node, context);
  const target = lowerField(node, 'left', context);
  const value = lowerField(node, 'right', context);
  const { start, end } = context.span(node);
  return { kind: 'assign', op, target, value, type: target.type, start, end };
}

/** `a ? b : c`, and GNU's `a ?: c` */
export function lowerConditional(node: SyntaxNode, context: LoweringContext): Expr {
  const condition = lowerField(node, 'condition', context);
  const thenNode = childOf(node, 'consequence');
  const then = thenNode === undefined ? undefined : context.lower(thenNode);
  const otherwise = lowerField(node, 'alternative', context);
  const type = conditionalType((then ?? condition).type, otherwise.type);
  const { start, end } = context.span(node);
  return { kind: 'conditional', condition, then, otherwise, type, start, end };
}

function conditionalType(first: CType, second: CType): CType {
  if (isPointerLike(first)) return first;
  return isPointerLike(second) ? second : arithmeticType(first, second);
}
