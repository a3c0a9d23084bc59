import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr, Span } from '../ir/ast.ts';
import type { DataModel } from '../ir/data-model.ts';
import {
  arithmeticType,
  type CType,
  INT,
  pointee,
  promoted,
  sizeType,
  UNKNOWN,
} from '../ir/types.ts';
import type { LoweringContext } from './lowering-context.ts';

/** An operation of two operands, of which the node gives the place. */
export function binary(
  node: SyntaxNode,
  op: string,
  left: Expr,
  right: Expr,
  context: LoweringContext,
): Expr {
  const type = binaryType(op, left.type, right.type, context.symbols.dataModel);
  const { start, end } = context.span(node);
  return { kind: 'binary', op, left, right, type, start, end };
}

const LOGICAL: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', '&&', '||']);

function binaryType(op: string, left: CType, right: CType, model: DataModel): CType {
  if (op === ',') return right;
  if (LOGICAL.has(op)) return INT;
  if (op === '<<' || op === '>>') return promoted(left);
  const leftPointer = pointee(left);
  const rightPointer = pointee(right);
  if (leftPointer !== undefined && rightPointer !== undefined) return sizeType(model, true);
  if (leftPointer !== undefined) return { kind: 'pointer', to: leftPointer };
  if (rightPointer !== undefined) return { kind: 'pointer', to: rightPointer };
  return arithmeticType(left, right);
}

/** `&x` of a lowered operand. */
export function addressOf(operand: Expr, { start, end }: Span): Expr {
  if (operand.kind === 'deref') return operand.operand;
  return { kind: 'address', operand, type: { kind: 'pointer', to: operand.type }, start, end };
}

/** `*p` of a lowered operand. */
export function contentOf(operand: Expr, { start, end }: Span): Expr {
  if (operand.kind === 'address') return operand.operand;
  return { kind: 'deref', operand, type: pointee(operand.type) ?? UNKNOWN, start, end };
}
