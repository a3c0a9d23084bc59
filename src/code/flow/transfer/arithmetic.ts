import type { Expr } from '../../c/ir/ast.ts';
import { applyBinary, wrapToType } from '../../c/ir/constants.ts';
import { type CType, pointee, promoted } from '../../c/ir/types.ts';
import { joinTaints } from '../domain/taint.ts';
import { rangeOfType } from '../domain/typed-facts.ts';
import {
  constant,
  linearSum,
  type Range,
  type RootFacts,
  TOP_FACTS,
  times,
  type Value,
} from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { movePointer, pointerDifference } from './pointers.ts';
import { convertsOperands, resultRange } from './result-range.ts';
import { relateSum } from './sums.ts';

/** The value of arithmetic on two values, pointers included; tells of results that the type cannot hold. */
export function applyOperator(
  interpreter: Interpreter,
  expr: Expr,
  op: string,
  leftExpr: Expr,
  rightExpr: Expr,
  left: Value,
  right: Value,
): Value {
  const leftElement = pointee(leftExpr.type);
  const rightElement = pointee(rightExpr.type);
  if (leftElement !== undefined && rightElement !== undefined)
    return pointerDifference(interpreter, expr, left, right, interpreter.sizeOf(leftElement) ?? 1);
  if (leftElement !== undefined)
    return movePointer(
      interpreter,
      expr,
      left,
      right,
      interpreter.sizeOf(leftElement) ?? 1,
      op === '-' ? -1 : 1,
    );
  if (rightElement !== undefined)
    return movePointer(interpreter, expr, right, left, interpreter.sizeOf(rightElement) ?? 1);
  const type =
    expr.kind === 'assign' || expr.kind === 'incdec'
      ? op === '<<' || op === '>>'
        ? promoted(leftExpr.type)
        : operandType(leftExpr.type, rightExpr.type)
      : expr.type;
  const exact = resultRange(interpreter, op, type, left, right);
  const limits = rangeOfType(type);
  const overflows = type.kind === 'int' && (exact.lo < limits.lo || exact.hi > limits.hi);
  if (interpreter.listener?.arithmetic !== undefined) {
    interpreter.listener.arithmetic(
      { expr, op, left, right, range: exact, type, overflows },
      interpreter,
    );
  }
  if (left.root === 0 && right.root === 0) {
    const [a, b] = convertsOperands(op)
      ? [left, right].map(({ add }) => wrapToType(type, add))
      : [];
    const folded = applyBinary(op, a ?? left.add, b ?? right.add);
    if (folded !== undefined && !overflows) return constant(folded);
  }
  if (!overflows) {
    const linear =
      op === '+'
        ? linearSum(left, right, 1)
        : op === '-'
          ? linearSum(left, right, -1)
          : op === '*'
            ? linearProduct(left, right)
            : undefined;
    if (linear !== undefined) return linear;
  }
  return arithmeticResult(interpreter, expr, op, left, right, exact, limits, overflows);
}

/** A result that is linear in no single root, with what bounds it. */
function arithmeticResult(
  interpreter: Interpreter,
  expr: Expr,
  op: string,
  left: Value,
  right: Value,
  exact: Range,
  limits: Range,
  overflows: boolean,
): Value {
  const a = interpreter.factsOf(left);
  const b = interpreter.factsOf(right);
  const wraps = overflows && limits.lo === 0;
  // What overflows for certain has no value in C; both ends are held so that no range is upside down.
  const held = (end: number): number => Math.min(Math.max(end, limits.lo), limits.hi);
  const lo = wraps ? 0 : held(exact.lo);
  const hi = wraps ? limits.hi : held(exact.hi);
  const taint = joinTaints(a.taint, b.taint);
  const evident =
    Number.isFinite(exact.hi) && (a.checkedAbove || b.checkedAbove || taint !== undefined);
  const distortion =
    overflows && /^[-+*]|<<$/.test(op)
      ? {
          kind: 'overflow' as const,
          step: interpreter.step(
            expr,
            `${interpreter.text(expr)} can exceed the range of its type`,
          ),
          evident,
        }
      : (a.distortion ?? b.distortion);
  const masks = op === '%' || op === '&' || op === '>>' || op === '/';
  const facts: RootFacts = {
    ...TOP_FACTS,
    lo: Number.isNaN(lo) ? limits.lo : lo,
    hi: Number.isNaN(hi) ? limits.hi : hi,
    taint,
    distortion,
    checkedAbove: masks || (a.checkedAbove && (b.checkedAbove || right.root === 0)),
    checkedBelow: a.checkedBelow && (b.checkedBelow || right.root === 0),
    assumed: a.assumed | b.assumed,
  };
  const value = interpreter.fresh(expr, `result ${op}`, facts);
  if (op === '+' || op === '-')
    interpreter.ids.origins.recordSum(value.root, left, right, op === '+' ? 1 : -1);
  if (op === '+' && !overflows) relateSum(interpreter, value, left, right);
  if (op === '-' && !overflows && left.root !== 0 && left.scale === 1) {
    const range = interpreter.range(right);
    // left - right is at most left when right is not negative.
    if (range.lo > Number.NEGATIVE_INFINITY)
      interpreter.state.constrain(value.root, left.root, left.add - range.lo);
  }
  // A remainder or a mask is below its right side where that is not negative.
  const positive = facts.lo >= 0 && interpreter.range(right).lo >= 0;
  if ((op === '%' || op === '&') && right.root !== 0 && right.scale === 1 && positive)
    interpreter.state.constrain(value.root, right.root, right.add - (op === '%' ? 1 : 0));
  const shrinks = facts.lo >= 0 && interpreter.range(left).lo >= 0;
  if ((op === '/' || op === '>>') && left.root !== 0 && left.scale === 1 && shrinks) {
    // A positive number that is halved or more gets smaller.
    const less =
      interpreter.range(left).lo > 0 && interpreter.range(right).lo > (op === '/' ? 1 : 0);
    interpreter.state.constrain(value.root, left.root, left.add - (less ? 1 : 0));
  }
  return value;
}

/** The product where one factor is constant. */
function linearProduct(a: Value, b: Value): Value | undefined {
  if (b.root === 0) return times(a, b.add);
  if (a.root === 0) return times(b, a.add);
  return undefined;
}

/** The type in which the operands of a compound assignment are combined. */
function operandType(left: CType, right: CType): CType {
  if (left.kind !== 'int' || right.kind !== 'int') return left;
  const bits = Math.max(32, left.bits, right.bits);
  const unsigned = (!left.signed && left.bits === bits) || (!right.signed && right.bits === bits);
  return { kind: 'int', bits, signed: !unsigned };
}
