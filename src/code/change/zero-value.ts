import type { Expr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';

/** Whether an expression is zero, or null by one of its names. */
export function isZero(expr: Expr): boolean {
  if (expr.kind === 'cast') return isZero(expr.operand);
  return knownNumber(expr) === 0 || (expr.kind === 'name' && /^(?:NULL|nullptr)$/.test(expr.name));
}
