import type { Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import { sameExpression } from './same-expression.ts';
import { withoutCasts } from './without-casts.ts';

/**
 * Whether the code only asks together with something else whether a pointer is
 * null, as in `p == NULL && count > 0`. The pointer and the count then belong
 * together: where the one is used the other was seen to, which intervals and
 * nullness do not tell.
 */
export function comparedOnlyTogether(fn: LoweredFunction, pointer: Expr): boolean {
  const found = new Set<NullTestForm>();
  for (const { end } of fn.blocks)
    if (end.kind === 'branch')
      collectNullTests(end.condition, withoutCasts(pointer), undefined, found);
  return found.has('together') && !found.has('alone');
}

/**
 * How null is asked for: by a condition of its own; when null, together with
 * something else; or only to guard the rest of its condition, as in
 * `p != NULL && p->next`.
 */
type NullTestForm = 'alone' | 'together' | 'guard';

function collectNullTests(
  condition: Expr,
  pointer: Expr,
  within: '&&' | '||' | undefined,
  found: Set<NullTestForm>,
): void {
  if (condition.kind === 'binary' && (condition.op === '&&' || condition.op === '||')) {
    collectNullTests(condition.left, pointer, condition.op, found);
    collectNullTests(condition.right, pointer, condition.op, found);
    return;
  }
  const test = nullTest(condition);
  if (test === undefined || !sameExpression(test.pointer, pointer)) return;
  // `p == NULL || ...` takes the same branch for null, whatever the rest says.
  if (within === undefined || (within === '||' && test.isNull)) found.add('alone');
  else found.add(within === '&&' && !test.isNull ? 'guard' : 'together');
}

/** The pointer of `p == NULL`, `!p`, `p` or `p != NULL`, and which outcome says that it is null. */
function nullTest(condition: Expr): { pointer: Expr; isNull: boolean } | undefined {
  if (condition.kind === 'unary' && condition.op === '!') {
    const inner = nullTest(condition.operand);
    return inner === undefined ? undefined : { ...inner, isNull: !inner.isNull };
  }
  if (condition.kind === 'binary' && (condition.op === '==' || condition.op === '!=')) {
    const { left, right } = condition;
    const pointer = isZero(right) ? left : isZero(left) ? right : undefined;
    if (pointer === undefined) return undefined;
    return { pointer: withoutCasts(pointer), isNull: condition.op === '==' };
  }
  return { pointer: withoutCasts(condition), isNull: false };
}

function isZero(expr: Expr): boolean {
  return constantOf(withoutCasts(expr)) === 0;
}
