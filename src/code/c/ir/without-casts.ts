import type { Expr } from './ast.ts';

/** What is cast, or the expression itself. */
export function withoutCasts(expr: Expr): Expr {
  return expr.kind === 'cast' ? withoutCasts(expr.operand) : expr;
}
