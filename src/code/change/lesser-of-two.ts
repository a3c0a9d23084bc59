import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { nameWords } from './ownership-calls.ts';

const LESSER = /^[a-z]?min[a-z]?$/;

/** The two values that an expression takes the lesser of: of `a < b ? a : b` and of `MIN(a, b)`. */
export function lesserOfTwo(expr: Expr): readonly [Expr, Expr] | undefined {
  if (expr.kind === 'cast') return lesserOfTwo(expr.operand);
  if (expr.kind === 'call') {
    const [a, b, ...others] = expr.args;
    const isLesser = nameWords(expr.name).some((word) => LESSER.test(word));
    return !isLesser || a === undefined || b === undefined || others.length > 0
      ? undefined
      : [a, b];
  }
  if (expr.kind !== 'conditional' || expr.then === undefined) return undefined;
  const { condition, then, otherwise } = expr;
  if (condition.kind !== 'binary' || !/^[<>]=?$/.test(condition.op)) return undefined;
  const chosen = condition.op.startsWith('<') ? condition.left : condition.right;
  const other = chosen === condition.left ? condition.right : condition.left;
  const isLesser =
    expressionText(chosen) === expressionText(then) &&
    expressionText(other) === expressionText(otherwise);
  return isLesser ? [then, otherwise] : undefined;
}
