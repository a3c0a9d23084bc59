import type { Expr } from './ast.ts';

const COMPARISON: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);

/** Whether an expression is 1 or 0: a comparison, or several of them. */
export function isTruth(expr: Expr): boolean {
  switch (expr.kind) {
    case 'unary':
      return expr.op === '!';
    case 'binary':
      return COMPARISON.has(expr.op) || expr.op === '&&' || expr.op === '||';
    case 'cast':
      return expr.type.kind === 'int' && isTruth(expr.operand);
    case 'call':
      return (
        expr.name === '__builtin_expect' && expr.args[0] !== undefined && isTruth(expr.args[0])
      );
    default:
      return false;
  }
}
