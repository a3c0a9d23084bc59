import type { Expr, MemberExpr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';

/**
 * The member that a test asks a record for to know what it is: `item->kind != TEXT`; or of which two records must
 * have the same, `planes[0].width != planes[1].width`.
 */
export function askedMember(test: Expr): MemberExpr | undefined {
  if (test.kind !== 'binary' || !/^[!=]=$/.test(test.op)) return undefined;
  const [left, right] = [withoutCasts(test.left), withoutCasts(test.right)];
  if (left.kind === 'member' && right.kind === 'member')
    return left.name === right.name ? left : undefined;
  if (left.kind === 'member') return isKind(right) ? left : undefined;
  return right.kind === 'member' && isKind(left) ? right : undefined;
}

/** A number or a name of another file, but no truth value. */
function isKind(expr: Expr): boolean {
  const value = knownNumber(expr);
  if (value !== undefined) return Math.abs(value) > 1;
  return (
    expr.kind === 'name' && expr.variable === undefined && !/^(?:NULL|nullptr)$/.test(expr.name)
  );
}
