import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { CastExpr, Expr } from '../ir/ast.ts';
import { type CType, UNKNOWN } from '../ir/types.ts';
import { resolveDeclarator, specifiedType, typeOfSpecifier } from './declarators.ts';
import type { LoweringContext } from './lowering-context.ts';
import { lowerMisreadCast } from './misread-cast.ts';
import { lowerField, opaque } from './opaque.ts';
import { calledSizes } from './sizes-in-types.ts';

const NAMED_CASTS = ['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast'] as const;

/** The cast that a called name stands for in C++, or undefined. */
export function castStyle(name: string): CastExpr['style'] | undefined {
  return name.endsWith('_cast') ? NAMED_CASTS.find((style) => style === name) : undefined;
}

/** The type of a `type_descriptor` node, as in casts and sizeof. */
export function describedType(node: SyntaxNode, context: LoweringContext): CType {
  const base = specifiedType(node, context);
  const declarator = childOf(node, 'declarator');
  return declarator === undefined ? base : resolveDeclarator(declarator, base, context).type;
}

/** `(T)x` */
export function lowerCast(node: SyntaxNode, context: LoweringContext): Expr {
  const misread = lowerMisreadCast(node, context);
  if (misread !== undefined) return misread;
  const typeNode = childOf(node, 'type');
  const operand = lowerField(node, 'value', context);
  const type = typeNode === undefined ? UNKNOWN : describedType(typeNode, context);
  const { start, end } = context.span(node);
  const cast: Expr = { kind: 'cast', style: 'c', operand, type, start, end };
  const sizes = typeNode === undefined ? [] : calledSizes(typeNode, context);
  return sizes.reduceRight<Expr>(
    (value, size) => ({ kind: 'binary', op: ',', left: size, right: value, type, start, end }),
    cast,
  );
}

/** `static_cast<T>(x)` and its like. */
export function lowerNamedCast(
  node: SyntaxNode,
  callee: SyntaxNode,
  args: readonly SyntaxNode[],
  style: CastExpr['style'],
  context: LoweringContext,
): Expr {
  const typeNode = childOf(callee, 'arguments')?.children.find((child) => child.named);
  const type = typeNode === undefined ? UNKNOWN : describedType(typeNode, context);
  const first = args[0];
  const operand = first === undefined ? opaque(node, context, []) : context.lower(first);
  const { start, end } = context.span(node);
  return { kind: 'cast', style, operand, type, start, end };
}

/** `(T){1, 2}` and `T{1, 2}` */
export function lowerCompoundLiteral(node: SyntaxNode, context: LoweringContext): Expr {
  const typeNode = childOf(node, 'type');
  const type = typeNode === undefined ? UNKNOWN : literalType(typeNode, context);
  const value = childOf(node, 'value');
  const list = value === undefined ? opaque(node, context, []) : context.lower(value);
  return list.kind === 'initlist' ? { ...list, type } : list;
}

function literalType(node: SyntaxNode, context: LoweringContext): CType {
  return node.type === 'type_descriptor'
    ? describedType(node, context)
    : typeOfSpecifier(node, context);
}

/** `(name)(x)` reads as a call where `name` is a type that only a typedef knows. */
export function lowerParenthesisedCast(
  node: SyntaxNode,
  callee: SyntaxNode,
  args: readonly SyntaxNode[],
  context: LoweringContext,
): Expr | undefined {
  const [inner, ...more] = callee.type === 'parenthesized_expression' ? callee.children : [];
  const [value, ...others] = args;
  if (inner?.type !== 'identifier' || value === undefined) return undefined;
  if (more.length + others.length > 0) return undefined;
  const name = context.textOf(inner);
  const type = context.lookup(name) === undefined ? context.symbols.typedef(name) : undefined;
  if (type === undefined) return undefined;
  const { start, end } = context.span(node);
  return { kind: 'cast', style: 'c', operand: context.lower(value), type, start, end };
}
