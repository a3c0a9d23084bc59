import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';

/** Whether an expression is a call that tells people or a log of something: what it is given needs no protection. */
export function onlyReports(expr: Expr): boolean {
  if (expr.kind !== 'call') return false;
  // Also through a pointer to a function, which has no plain name.
  const name = expr.name === '' ? expressionText(expr.callee) : expr.name;
  return /error|warn|alert|msg|message|log|print|trace|debug|assert/i.test(name);
}
