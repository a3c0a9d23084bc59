import type { CallExpr, Expr, Variable } from '../../../../code/c/ir/ast.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import { sameExpression } from '../expressions/same-expression.ts';

/** The call of `target = realloc(target, size)`; undefined where another variable gets the result. */
export function reallocInPlace(
  target: Expr | Variable,
  value: Expr | undefined,
): CallExpr | undefined {
  const call = value === undefined ? undefined : withoutCasts(value);
  if (call?.kind !== 'call' || !('kind' in target)) return undefined;
  const [operand] = call.args;
  if (!/^realloc(?:array)?$/.test(call.name) || operand === undefined) return undefined;
  return sameExpression(withoutCasts(operand), target) ? call : undefined;
}
