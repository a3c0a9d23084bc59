import type { Expr, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsIn } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';

/** The variable that an expression is, casts aside. */
export function namedVariable(expr: Expr): Variable | undefined {
  const inner = withoutCasts(expr);
  return inner.kind === 'name' ? inner.variable : undefined;
}

/** Whether an expression names a variable anywhere. */
export function mentions(expr: Expr, variable: Variable): boolean {
  return expressionsIn(expr).some((part) => part.kind === 'name' && part.variable === variable);
}
