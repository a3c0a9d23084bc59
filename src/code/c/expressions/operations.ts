import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { BinaryExpr, Expr, Span } from '../ir/ast.ts';
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
  const expr = { kind: 'binary', op, left, right, type, start, end } as const;
  return left.kind === 'number' && right.kind !== 'number' ? exchanged(expr) : expr;
}

/** The comparison that says the same with its sides exchanged. */
const EXCHANGED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
  ['==', '=='],
  ['!=', '!='],
]);

/** `0 < n` is `n > 0`; what is no comparison of numbers or pointers stays. */
export function exchanged(expr: BinaryExpr): BinaryExpr {
  const op = EXCHANGED.get(expr.op);
  if (op === undefined || !isOrdered(expr.left) || !isOrdered(expr.right)) return expr;
  return { ...expr, op, left: expr.right, right: expr.left };
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

/** The comparison that holds where another does not. */
const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['==', '!='],
  ['!=', '=='],
]);

/** `!(a < b)` is `a >= b`, but for numbers that may be none; `!(!a && !b)` is `a || b`. */
export function negation(operand: Expr, { start, end }: Span): Expr {
  if (operand.kind === 'binary') {
    const { op, left, right } = operand;
    const opposite = OPPOSITE.get(op);
    if (opposite !== undefined && isOrdered(left) && isOrdered(right))
      return { ...operand, op: opposite, start, end };
    const isBoth =
      left.kind === 'unary' && left.op === '!' && right.kind === 'unary' && right.op === '!';
    if (isBoth && (op === '&&' || op === '||'))
      return {
        ...operand,
        op: op === '&&' ? '||' : '&&',
        left: left.operand,
        right: right.operand,
        start,
        end,
      };
  }
  return { kind: 'unary', op: '!', operand, type: INT, start, end };
}

function isOrdered({ type }: Expr): boolean {
  return type.kind === 'int' || isPlainPointer(type);
}

/** Whether a type is that of a pointer, and no reference to anything. */
function isPlainPointer(type: CType): boolean {
  return type.kind === 'array' || (type.kind === 'pointer' && type.reference !== true);
}

/** `*p` of a lowered operand; `*(p + i)` is `p[i]`. */
export function contentOf(operand: Expr, { start, end }: Span): Expr {
  if (operand.kind === 'address') return operand.operand;
  if (operand.kind === 'binary' && operand.op === '+') {
    const [base, index] = isPlainPointer(operand.left.type)
      ? [operand.left, operand.right]
      : [operand.right, operand.left];
    const to = pointee(base.type);
    if (to !== undefined && isPlainPointer(base.type) && index.type.kind === 'int')
      return { kind: 'index', base, index, type: to, start, end };
  }
  return { kind: 'deref', operand, type: pointee(operand.type) ?? UNKNOWN, start, end };
}
