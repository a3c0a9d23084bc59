import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { type CType, UNKNOWN } from '../ir/types.ts';
import { typeOfSpecifier } from './declarators.ts';
import type { LoweringContext } from './lowering-context.ts';
import { opaque } from './opaque.ts';

/** `new T(a)`, `new T[n]`, and `new (place) T`, whose place is one more argument. */
export function lowerNew(node: SyntaxNode, context: LoweringContext): Expr {
  const typeNode = childOf(node, 'type');
  const of = typeNode === undefined ? UNKNOWN : typeOfSpecifier(typeNode, context);
  const declarator = childOf(node, 'declarator');
  const lengthNode = declarator === undefined ? undefined : childOf(declarator, 'length');
  const count = lengthNode === undefined ? undefined : context.lower(lengthNode);
  const placement = childOf(node, 'placement');
  const where = placement === undefined ? '' : context.textOf(placement);
  const nothrow = where.includes('nothrow');
  const inPlace = where !== '' && !nothrow && !where.includes('align_val_t');
  const initialiser = childOf(node, 'arguments');
  const isInitialised = initialiser !== undefined;
  const args = [initialiser, placement]
    .flatMap((list) => list?.children ?? [])
    .filter((child) => child.named)
    .map((arg) => context.lower(arg));
  const { start, end } = context.span(node);
  const type: CType = { kind: 'pointer', to: of };
  return { kind: 'new', of, count, args, isInitialised, nothrow, inPlace, type, start, end };
}

/** `delete p` and `delete[] p` */
export function lowerDelete(node: SyntaxNode, context: LoweringContext): Expr {
  const target = node.children.findLast((child) => child.named);
  const operand = target === undefined ? opaque(node, context, []) : context.lower(target);
  const array = /^(?:::)?\s*delete\s*\[/.test(context.textOf(node));
  const { start, end } = context.span(node);
  return { kind: 'delete', operand, array, type: UNKNOWN, start, end };
}

/** `throw e` and the bare `throw` */
export function lowerThrow(node: SyntaxNode, context: LoweringContext): Expr {
  const inner = node.children.find((child) => child.named);
  const operand = inner === undefined ? undefined : context.lower(inner);
  const { start, end } = context.span(node);
  return { kind: 'throw', operand, type: UNKNOWN, start, end };
}
