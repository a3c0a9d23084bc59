import type { CallExpr, Expr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';

/** The call whose answer a test is about: `is_valid(x)`, and `is_valid(x) == 0`, `is_valid(x) != TRUE`. */
export function askedCall(test: Expr): CallExpr | undefined {
  const plain = withoutCasts(test);
  if (plain.kind === 'call') return plain;
  if (plain.kind !== 'binary' || !/^[!=]=$/.test(plain.op)) return undefined;
  const [left, right] = [withoutCasts(plain.left), withoutCasts(plain.right)];
  if (left.kind === 'call' && isAnswer(right)) return left;
  return right.kind === 'call' && isAnswer(left) ? right : undefined;
}

/** A constant, also one whose value another file has: `FAIL`. */
function isAnswer(expr: Expr): boolean {
  return knownNumber(expr) !== undefined || (expr.kind === 'name' && expr.variable === undefined);
}
