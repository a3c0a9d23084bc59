import type { Expr } from './ast.ts';

/** An expression that only computes, with other parts in the place of its own. */
export function withParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'unary':
    case 'deref':
    case 'address':
    case 'cast':
      return { ...expr, operand: change(expr.operand) };
    case 'binary':
      return { ...expr, left: change(expr.left), right: change(expr.right) };
    case 'conditional': {
      const then = expr.then === undefined ? undefined : change(expr.then);
      const condition = change(expr.condition);
      return { ...expr, condition, then, otherwise: change(expr.otherwise) };
    }
    case 'index':
      return { ...expr, base: change(expr.base), index: change(expr.index) };
    case 'member':
      return { ...expr, base: change(expr.base) };
    default:
      return expr;
  }
}
