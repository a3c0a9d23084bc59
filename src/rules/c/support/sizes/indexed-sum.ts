import type { Expr } from '../../../../code/c/ir/ast.ts';
import { isPointerLike } from '../../../../code/c/ir/types.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { AccessEvent } from '../../../../code/flow/interpreter/events.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** The same access with an index, where it is `*(a + i)` or `*(i + a)`: that is `a[i]` in other words. */
export function asIndexed(event: AccessEvent, facts: Facts): AccessEvent {
  if (event.via !== 'deref' || event.index !== undefined) return event;
  const sum = event.base;
  if (sum.kind !== 'binary' || sum.op !== '+') return event;
  const [base, index] = isPointerLike(sum.left.type)
    ? [sum.left, sum.right]
    : [sum.right, sum.left];
  if (!isPointerLike(base.type) || index.type.kind !== 'int' || !isKept(index)) return event;
  const pointer = facts.valueOf(base);
  return { ...event, via: 'index', base, pointer, index, indexValue: facts.valueOf(index) };
}

/** Whether an expression has the same value once more: a step or a call may give another. */
function isKept(expr: Expr): boolean {
  const inner = withoutCasts(expr);
  switch (inner.kind) {
    case 'name':
    case 'number':
      return true;
    case 'binary':
      return isKept(inner.left) && isKept(inner.right);
    case 'unary':
      return isKept(inner.operand);
    default:
      return false;
  }
}
