import type { CallExpr, Expr } from './ast.ts';
import type { CType } from './types.ts';
import { expressionsIn } from './walk.ts';
import { withParts } from './with-parts.ts';

/** Whether an expression can be evaluated elsewhere, and once more. */
export function isComputation(expr: Expr): boolean {
  return expressionsIn(expr).every(isComputing);
}

const COMPUTING: ReadonlySet<Expr['kind']> = new Set([
  ...(['number', 'string', 'name', 'unary', 'deref', 'address', 'binary'] as const),
  ...(['conditional', 'cast', 'sizeof', 'index', 'member'] as const),
]);

/** Whether an expression itself, whatever its parts do, has no effect and is the same once more. */
export function isComputing(expr: Expr): boolean {
  if (expr.kind === 'name') return expr.changes === undefined;
  return COMPUTING.has(expr.kind);
}

/**
 * What an expression of a function stands for at a call.
 * @param given the arguments, by the position of the parameter
 */
export function substituted(expr: Expr, given: ReadonlyMap<number, Expr>, call: CallExpr): Expr {
  if (expr.kind === 'name' && expr.variable?.scope === 'parameter') {
    const value = given.get(expr.variable.position);
    if (value !== undefined) return value;
  }
  const { start, end } = call;
  const moved = withParts(expr, (part) => substituted(part, given, call));
  return { ...moved, start, end };
}

/** A value as a variable of the type holds it. */
export function converted(operand: Expr, type: CType): Expr {
  const from = operand.type;
  const isSame =
    from.kind === type.kind &&
    (from.kind !== 'int' ||
      type.kind !== 'int' ||
      (from.bits === type.bits && from.signed === type.signed));
  if (type.kind === 'unknown' || type.kind === 'record' || isSame || from.kind === 'array')
    return operand;
  const { start, end } = operand;
  return { kind: 'cast', style: 'c', operand, type, start, end };
}
